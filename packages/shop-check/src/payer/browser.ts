/**
 * A browser without script: it keeps cookies, follows redirects and refreshes, and sends forms. It withholds cookies as
 * browsers do where another site leads to the shop.
 */
import { randomUUID } from 'node:crypto';
import { ShopProblem } from '../shop/shop.ts';
import { CookieJar } from './cookies.ts';
import { type Form, plain } from './forms.ts';
import { exchange, type HttpAnswer, type HttpOptions, isWeb, nameOf } from './http.ts';

const URL_ENCODED = 'application/x-www-form-urlencoded';
/** As many as Chromium follows. */
const REDIRECTS_MAX = 20;
const KEEPS_METHOD = new Set([307, 308]);

export interface Visit {
  /** The last answer. */
  readonly answer: HttpAnswer;
  /** The next address, which belongs to the site at which the visit was to stop; undefined if it ended before. */
  readonly stoppedAt?: string;
}

export interface VisitOptions {
  /** The visit stops before an address for which this returns true. */
  readonly stopBefore?: (url: URL) => boolean;
  /** The site whose page leads here. Absent: the payer typed the address. */
  readonly from?: URL;
}

export class Browser {
  readonly #options: HttpOptions;
  readonly #jar = new CookieJar();
  /** Names of the cookies that were withheld from the last visit. */
  withheld: readonly string[] = [];

  constructor(options: HttpOptions) {
    this.#options = options;
  }

  /** Opens an address, and follows redirects. @throws {ShopProblem} without an answer, or with redirects in a circle */
  visit(url: string, options: VisitOptions = {}): Promise<Visit> {
    return this.#go({ method: 'GET', url: new URL(url) }, options);
  }

  /** Sends a form, whose page leads to it. @throws {ShopProblem} as above */
  send(form: Form, fields: Readonly<Record<string, string>>, options: VisitOptions = {}): Promise<Visit> {
    const values = new URLSearchParams({ ...form.fields, ...fields });
    if (form.method === 'GET') {
      const url = new URL(form.action);
      url.search = values.toString();
      return this.#go({ method: 'GET', url }, options);
    }
    const content = form.isMultipart ? multipart(values) : { type: URL_ENCODED, body: values.toString() };
    return this.#go({ method: 'POST', url: new URL(form.action), content }, options);
  }

  async #go(first: Hop, { stopBefore, from }: VisitOptions): Promise<Visit> {
    const met: string[] = [];
    // A browser regards a whole chain of redirects as cross-site if its beginning was.
    let isCrossSite = from !== undefined && from.host !== first.url.host;
    this.withheld = [];
    for (let hop = first; ; ) {
      const answer = await this.#ask(hop, isCrossSite, from);
      const next = nextOf(answer);
      if (next === undefined) {
        return { answer };
      }
      if (stopBefore?.(next)) {
        return { answer, stoppedAt: next.href };
      }
      met.push(nameOf(hop.url));
      if (met.length > REDIRECTS_MAX) {
        throw new ShopProblem(circle(met));
      }
      isCrossSite ||= next.host !== hop.url.host;
      // 307 and 308 keep the method and the form; after all others a browser asks with GET.
      hop = KEEPS_METHOD.has(answer.status) ? { ...hop, url: next } : { method: 'GET', url: next };
    }
  }

  async #ask({ method, url, content }: Hop, isCrossSite: boolean, from: URL | undefined): Promise<HttpAnswer> {
    const { header, withheld } = this.#jar.give(url, { isCrossSite, isPost: method === 'POST' });
    this.withheld = [...new Set([...this.withheld, ...withheld])];
    const answer = await exchange(
      {
        method,
        url: url.href,
        ...(content !== undefined && { body: content.body }),
        headers: {
          accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) shop-check',
          ...(header !== '' && { cookie: header }),
          ...(content !== undefined && { 'content-type': content.type, origin: from?.origin ?? url.origin }),
        },
      },
      this.#options,
    );
    this.#jar.take(url, answer.headers['set-cookie']);
    return answer;
  }
}

interface Hop {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  /** Present if a form is sent with POST. */
  readonly content?: FormContent;
}

interface FormContent {
  readonly type: string;
  readonly body: string;
}

/** The fields as parts; a quotation mark in a name is escaped as browsers do. */
function multipart(values: URLSearchParams): FormContent {
  const boundary = `----shop-check-${randomUUID()}`;
  const parts = [...values].map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name.replaceAll('"', '%22')}"\r\n\r\n${value}\r\n`,
  );
  return { type: `multipart/form-data; boundary=${boundary}`, body: `${parts.join('')}--${boundary}--\r\n` };
}

/** The address to which an answer leads by itself; undefined for a page that stays, and for a link to an app. */
function nextOf({ url, status, headers, text }: HttpAnswer): URL | undefined {
  const isRedirect = status >= 300 && status < 400;
  const next = isRedirect ? headers.location : refreshOf(headers.refresh, text);
  const to = next === undefined || !URL.canParse(next, url) ? undefined : new URL(next, url);
  return to !== undefined && isWeb(to) ? to : undefined;
}

/** A refresh at once. A page that refreshes after some seconds is shown meanwhile, so it ends the visit. */
function refreshOf(header: string | string[] | undefined, html: string): string | undefined {
  const [, content] = /<meta\s+http-equiv="refresh"\s+content="([^"]*)"/i.exec(html) ?? [];
  const given = typeof header === 'string' ? header : content === undefined ? undefined : plain(content);
  return /^\s*0\s*;\s*url=(.+)$/i.exec(given ?? '')?.[1];
}

function circle(met: readonly string[]): string {
  const names = [...new Set(met)];
  const shown = names.length > 3 ? [...names.slice(0, 3), '…'] : names;
  return `${names[0]} redirects without end: more than ${REDIRECTS_MAX} times, by way of ${shown.join(', ')}.`;
}
