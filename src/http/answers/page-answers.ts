/**
 * Answers with a payer's page. Sets the status and the headers; the Astro page at the request's path renders the HTML.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CHECKOUT_PREFIX, EMBEDDED_PREFIX } from '../../checkout/index.ts';
import type { InterfaceError } from '../../contract/interface-error.ts';
import type { TestMode } from '../../contract/test-mode.ts';
import { type PageRenderer, payerPageOrder } from '../../web/rendering/index.ts';
import type { PageAnswer, PageData, PageView, ProblemPage } from '../../web/views/index.ts';
import { isClosing } from '../connections/closing.ts';
import { noteFailure, notePaymentCode } from '../logging/request-log.ts';
import { cachedByHeader } from '../routing/cached-by-header.ts';
import { appAround } from './app-around.ts';
import { encodingFor } from './encodings.ts';
import {
  framedBy,
  framing,
  HTML,
  keptPageHeaders,
  pageHeaders,
  returnPageHeaders,
  withOtherSites,
} from './page-headers.ts';

/** The HTTP status by the kind of the error page. */
const PROBLEM_STATUS: Readonly<Record<ProblemPage['kind'], number>> = {
  unknownReturn: 404,
  notFound: 404,
  busy: 503,
  restored: 503,
  error: 500,
  refused: 403,
};

/** The kind of error page by HTTP status. Any other status below 500 shows the page for refusals. */
const PROBLEMS: Readonly<Record<number, ProblemPage['kind']>> = { 404: 'notFound', 503: 'busy' };

/**
 * Placeholders in a cached error page, which each request replaces with its support code and the path of its payment.
 */
const CODE_PLACEHOLDER = 'SUPPORT-CODE-OF-THE-REQUEST';
const PAYMENT_PLACEHOLDER = '/payment-of-the-request';
const PLACEHOLDERS = new RegExp(`(${CODE_PLACEHOLDER}|${PAYMENT_PLACEHOLDER})`);

/** The seconds until an error page leads to the page with the outcome, so that the payer can read the announcement. */
const LEAD_SECONDS = 5;

/** The headers of the plain HTML that is sent if even the error page cannot be rendered. */
const NO_PAGE_HEADERS = pageHeaders([]);

/** Pages that have an id in their path. */
type PageWithId =
  | 'bank'
  | 'cancelled'
  | 'challenge'
  | 'checkout'
  | 'choice'
  | 'device'
  | 'done'
  | 'link'
  | 'merchantPost'
  | 'result'
  | 'savedCards'
  | 'status'
  | 'statusDevice';

export class Pages {
  readonly #renderer: () => Promise<PageRenderer>;
  readonly #languageOf: (locale: string) => string;
  readonly #publicOrigin: string;
  readonly #testMode: TestMode | undefined;
  /**
   * Rendered error pages, split at their placeholders, by kind, language, and which placeholders they contain. The
   * placeholders are among the parts.
   */
  readonly #problems = new Map<string, Promise<readonly string[]>>();

  /**
   * @param renderer returns the renderer of the built pages
   * @param languageOf maps a locale to one of the few languages that texts exist in
   * @param gateway the origin at which payers reach the pages, and the mode that error pages are marked with
   */
  constructor(
    renderer: () => Promise<PageRenderer>,
    languageOf: (locale: string) => string,
    { publicOrigin, testMode }: { readonly publicOrigin: string; readonly testMode?: TestMode | undefined },
  ) {
    this.#renderer = renderer;
    this.#languageOf = languageOf;
    this.#publicOrigin = publicOrigin;
    this.#testMode = testMode;
  }

  /**
   * Shows the page at the request's path, redirects, or shows an error page, depending on the result of `load`. The
   * page is rendered only if `load` finds its data, because anyone can request missing pages thousands of times a
   * second.
   *
   * @param name the name of the page
   * @param load loads the data for the id in the path, which the router has decoded
   * @throws any error of `load`
   */
  async show<Name extends PageWithId>(
    request: FastifyRequest,
    reply: FastifyReply,
    name: Name,
    load: (id: string) => Promise<PageAnswer<PageData[Name]>>,
  ): Promise<FastifyReply> {
    const [id = ''] = Object.values(request.params as Readonly<Record<string, string>>);
    const answer = await load(id);
    if ('redirect' in answer) {
      return seeOther(reply, answer.redirect);
    }
    if ('problem' in answer) {
      return this.showProblem(request, reply, answer.problem);
    }
    const { page, refreshTo, cookie, onSent } = answer;
    // The embedded page has a path of its own, but is rendered by the same Astro page.
    const pattern = (request.routeOptions.url ?? '').replace(EMBEDDED_PREFIX, CHECKOUT_PREFIX);
    const address = pattern.replace(/:\w+/, encodeURIComponent(id));
    const renderer = await this.#renderer();
    const app = appAround(request.headers['user-agent'], this.#publicOrigin + address);
    const isFramed = mayBeFramed(answer) && request.headers['sec-fetch-dest'] === 'iframe';
    const shown = app === undefined ? page : { ...page, app };
    const order = payerPageOrder(address, name, id, isFramed ? { ...shown, isFramed } : shown);
    const isPacked = takesPacked(request);
    const body = await (isPacked ? renderer.packed(order) : renderer.render(order));
    reply.headers({ ...headersOf(keptPageHeaders(renderer.styles.payer), answer), ...(isPacked && GZIP_HEADERS) });
    if (isClosing(request)) {
      reply.header('Connection', 'close');
    }
    if (refreshTo !== undefined) {
      reply.header('Refresh', `0; url=${inAscii(refreshTo)}`);
    }
    if (onSent !== undefined) {
      reply.raw.once('finish', onSent);
    }
    if (cookie !== undefined) {
      reply.header('Set-Cookie', cookie);
    }
    return reply.type(HTML).send(body);
  }

  /**
   * Shows a payer an error page, with the error's status and headers.
   *
   * @param payment the path of the page that shows the outcome of the request's payment. A request that fails may have
   *   made the payment, so the error page leads to this path and does not say whether money was charged
   * @param paymentCode the support code of the payment. Without one, the page shows that of the request
   */
  async problem(
    request: FastifyRequest,
    reply: FastifyReply,
    error: InterfaceError,
    {
      locale,
      payment,
      paymentCode,
    }: { readonly locale: string; readonly payment?: string | undefined; readonly paymentCode?: string | undefined },
  ): Promise<void> {
    if (paymentCode !== undefined) {
      notePaymentCode(request, paymentCode);
    }
    const base = { locale, supportCode: paymentCode ?? request.id };
    if (error.status < 500 || payment === undefined) {
      const kind = PROBLEMS[error.status] ?? (error.status >= 500 ? 'error' : 'refused');
      await this.showProblem(request, reply, { ...base, kind }, error);
      return;
    }
    // If the page of the payment itself fails, it must not reload repeatedly.
    if (request.method !== 'GET' || payment !== pathOf(request)) {
      reply.header('Refresh', `${LEAD_SECONDS}; url=${payment}`);
    }
    await this.showProblem(request, reply, { ...base, kind: 'error', payment }, error);
  }

  /**
   * Shows an error page, rendered once per language and cached: anyone can cause thousands of error pages a second, and
   * rendering takes processor time from payments. The renderer does not receive the request's headers.
   */
  async showProblem(
    request: FastifyRequest,
    reply: FastifyReply,
    page: ProblemPage,
    { status, headers }: Pick<InterfaceError, 'headers' | 'status'> = {
      status: PROBLEM_STATUS[page.kind],
      headers: {},
    },
  ): Promise<FastifyReply> {
    const shown = await this.#problemAnswer(request, page).catch((failure: unknown) => {
      noteFailure(request, failure);
      return undefined;
    });
    return reply
      .status(shown === undefined ? 500 : status)
      .headers({
        ...(shown?.headers ?? NO_PAGE_HEADERS),
        ...headers,
        ...(isClosing(request) && { Connection: 'close' }),
      })
      .type(HTML)
      .send(shown?.body ?? plainProblem(page));
  }

  async #problemAnswer(request: FastifyRequest, page: ProblemPage) {
    const renderer = await this.#renderer();
    const parts = await this.#problemParts(page);
    const filled: Record<string, string | undefined> = {
      [CODE_PLACEHOLDER]: page.supportCode,
      [PAYMENT_PLACEHOLDER]: page.payment,
    };
    const html = Buffer.from(parts.map((part) => filled[part] ?? part).join(''));
    const headers = keptPageHeaders(renderer.styles.payer);
    return takesPacked(request)
      ? { body: await renderer.pack(html), headers: { ...headers, ...GZIP_HEADERS } }
      : { body: html, headers };
  }

  #problemParts({ kind, locale: wanted, supportCode, payment }: ProblemPage): Promise<readonly string[]> {
    // Error pages show no amounts, so the cache's key omits the locale's region. A caller could name thousands of
    // regions.
    const locale = this.#languageOf(wanted);
    const name = `${kind} ${locale} ${supportCode === undefined} ${payment === undefined}`;
    const known = this.#problems.get(name);
    if (known !== undefined) {
      return known;
    }
    const page = {
      kind,
      locale,
      testMode: this.#testMode,
      supportCode: supportCode === undefined ? undefined : CODE_PLACEHOLDER,
      payment: payment === undefined ? undefined : PAYMENT_PLACEHOLDER,
    };
    const rendering = this.#problemHtml(page).then((html) => html.split(PLACEHOLDERS));
    this.#problems.set(name, rendering);
    // If rendering fails, the next request renders the page again.
    rendering.catch(() => this.#problems.delete(name));
    return rendering;
  }

  async #problemHtml(page: ProblemPage): Promise<string> {
    const { kind } = page;
    const renderer = await this.#renderer();
    const html = await renderer.render({ address: `/problem/${kind}`, page: 'problem', id: kind, data: page });
    return html.toString('utf8');
  }
}

function pathOf({ raw: { url = '' } }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '';
}

/** @param page the error page. Its code and its payment's path are from the gateway, so they need no escaping */
function plainProblem({ payment, supportCode }: ProblemPage): string {
  const link = payment === undefined ? '' : `<p><a href="${payment}">Status of this payment</a></p>`;
  const code = supportCode === undefined ? '' : `<p>If you need help, quote this code: ${supportCode}</p>`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Something went wrong on our side</title><p>The page could not be shown. If you have just paid, do not pay again yet. Check first whether the payment went through.</p>${link}${code}</html>`;
}

/** The header of compressed pages. Payers' pages are not cached, so they need no `Vary`. */
const GZIP_HEADERS = { 'Content-Encoding': 'gzip' } as const;

const takesGzip = cachedByHeader((header) => encodingFor(header, ['gzip']) !== undefined);

function takesPacked({ headers }: FastifyRequest): boolean {
  return takesGzip(headers['accept-encoding']);
}

/** Whether a page of another site may show the page in a frame. */
function mayBeFramed({ framedBy, toMerchant }: Pick<PageView<unknown>, 'framedBy' | 'toMerchant'>): boolean {
  return framedBy !== undefined || toMerchant !== undefined;
}

function headersOf(
  headers: Readonly<Record<string, string>>,
  {
    framed,
    framedBy: shops = [],
    otherSites,
    toMerchant,
  }: Pick<PageView<unknown>, 'framed' | 'framedBy' | 'otherSites' | 'toMerchant'>,
): Readonly<Record<string, string>> {
  if (toMerchant !== undefined) {
    return returnPageHeaders(headers, toMerchant.url);
  }
  const own = otherSites === undefined ? headers : withOtherSites(headers, otherSites);
  return framedBy(framed === undefined ? own : framing(own, framed), shops);
}

/** Converts a URL to ASCII, which headers require. A shop's URL may contain any letters. */
function inAscii(url: string): string {
  return /^[\x21-\x7e]*$/.test(url) ? url : new URL(url).href;
}

/**
 * The content type that the page's script accepts: it submits a form itself, gets the next URL as text, and navigates
 * to it.
 */
const ADDRESS = 'text/uri-list';

/** Returns true if the page's script rather than the browser sent the form. */
export function isSentByScript({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes(ADDRESS) === true;
}

/** Answers a form: with a redirect, or, for the page's script, with the next URL as text. */
export function formAnswer(request: FastifyRequest, reply: FastifyReply, url: string): FastifyReply {
  return isSentByScript(request)
    ? reply.headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }).type(ADDRESS).send(url)
    : seeOther(reply, url);
}

export function seeOther(reply: FastifyReply, url: string): FastifyReply {
  return reply
    .status(303)
    .headers({ Location: url, 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin' })
    .send();
}
