/**
 * Answers with a payer's page: sets status and headers, while the page at the request's own address provides the HTML.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CHECKOUT_PREFIX, EMBEDDED_PREFIX } from '../checkout/index.ts';
import type { InterfaceError } from '../contract/interface-error.ts';
import { type PageRenderer, payerPageOrder } from '../web/rendering/index.ts';
import type { PageAnswer, PageData, PageView, ProblemPage } from '../web/views/index.ts';
import { isClosing } from './closing.ts';
import { encodingFor } from './encodings.ts';
import { framedBy, framing, HTML, keptPageHeaders, pageHeaders, returnPageHeaders } from './page-headers.ts';
import { noteFailure } from './request-log.ts';

/** The status of an error page, by its kind. */
const PROBLEM_STATUS: Readonly<Record<ProblemPage['kind'], number>> = {
  unknownReturn: 404,
  notFound: 404,
  busy: 503,
  restored: 503,
  error: 500,
  refused: 403,
};

/** The error page for a status. Other statuses below 500 are refusals. */
const PROBLEMS: Readonly<Record<number, ProblemPage['kind']>> = { 404: 'notFound', 503: 'busy' };

/** Placeholders in a cached error page for each request's support code and its payment's address. */
const CODE_PLACEHOLDER = 'SUPPORT-CODE-OF-THE-REQUEST';
const PAYMENT_PLACEHOLDER = '/payment-of-the-request';
const PLACEHOLDERS = new RegExp(`(${CODE_PLACEHOLDER}|${PAYMENT_PLACEHOLDER})`);

/** Time to read that the next page shows the outcome. */
const LEAD_SECONDS = 5;

/** For a request for which even the error page cannot be rendered. */
const NO_PAGE_HEADERS = pageHeaders([]);

/** Pages that have an id in their address. */
type PageWithId =
  | 'bank'
  | 'cancelled'
  | 'challenge'
  | 'checkout'
  | 'choice'
  | 'device'
  | 'done'
  | 'merchantPost'
  | 'result'
  | 'status'
  | 'statusDevice';

export class Pages {
  readonly #renderer: () => Promise<PageRenderer>;
  readonly #languageOf: (locale: string) => string;
  /** Rendered error pages by kind and language, split at their placeholders. The parts include the placeholders. */
  readonly #problems = new Map<string, Promise<readonly string[]>>();

  /**
   * @param renderer of the built pages
   * @param languageOf maps a locale to the language of its texts, of which there are few
   */
  constructor(renderer: () => Promise<PageRenderer>, languageOf: (locale: string) => string) {
    this.#renderer = renderer;
    this.#languageOf = languageOf;
  }

  /**
   * Shows the page at the request's address, redirects, or shows an error page, depending on the answer of `load`. Only
   * actual pages are rendered, because anyone can request missing ones thousands of times a second.
   *
   * @param name of the page
   * @param load loads the data for the id in the address, which the router has decoded
   * @throws the errors of `load`
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
    const { page, refreshTo, cookie } = answer;
    // The embedded page is the same page.
    const pattern = (request.routeOptions.url ?? '').replace(EMBEDDED_PREFIX, CHECKOUT_PREFIX);
    const address = pattern.replace(/:\w+/, encodeURIComponent(id));
    const renderer = await this.#renderer();
    const order = payerPageOrder(address, name, id, page);
    const isPacked = takesPacked(request);
    const body = await (isPacked ? renderer.packed(order) : renderer.render(order));
    reply.headers({ ...headersOf(keptPageHeaders(renderer.styles.payer), answer), ...(isPacked && GZIP_HEADERS) });
    if (isClosing(request)) {
      reply.header('Connection', 'close');
    }
    if (refreshTo !== undefined) {
      reply.header('Refresh', `0; url=${inAscii(refreshTo)}`);
    }
    if (cookie !== undefined) {
      reply.header('Set-Cookie', cookie);
    }
    return reply.type(HTML).send(body);
  }

  /**
   * Shows a payer an error page, with the error's status and headers.
   *
   * @param payment address of the page that shows the outcome of the request's payment. A request that fails may have
   * made the payment, so the error page leads there and makes no statement about money
   */
  async problem(
    request: FastifyRequest,
    reply: FastifyReply,
    error: InterfaceError,
    { locale, payment }: { readonly locale: string; readonly payment?: string | undefined },
  ): Promise<void> {
    const base = { locale, supportCode: request.id };
    if (error.status < 500 || payment === undefined) {
      const kind = PROBLEMS[error.status] ?? (error.status >= 500 ? 'error' : 'refused');
      await this.showProblem(request, reply, { ...base, kind }, error);
      return;
    }
    // The page of the payment itself must not reload repeatedly if it fails.
    if (request.method !== 'GET' || payment !== pathOf(request)) {
      reply.header('Refresh', `${LEAD_SECONDS}; url=${payment}`);
    }
    await this.showProblem(request, reply, { ...base, kind: 'error', payment }, error);
  }

  /**
   * Error pages are rendered once per language and cached, because anyone can cause thousands a second, and rendering
   * takes processor time from payments. The renderer does not receive the request's headers.
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
    // Error pages show no amounts, so the region is irrelevant, and a caller could name thousands of regions.
    const locale = this.#languageOf(wanted);
    const name = `${kind} ${locale} ${supportCode === undefined} ${payment === undefined}`;
    const known = this.#problems.get(name);
    if (known !== undefined) {
      return known;
    }
    const page = {
      kind,
      locale,
      supportCode: supportCode === undefined ? undefined : CODE_PLACEHOLDER,
      payment: payment === undefined ? undefined : PAYMENT_PLACEHOLDER,
    };
    const rendering = this.#problemHtml(page).then((html) => html.split(PLACEHOLDERS));
    this.#problems.set(name, rendering);
    // After a failure, the next request tries again.
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

/** @param page its addresses are the gateway's own, so they need no escaping in an attribute */
function plainProblem({ payment }: ProblemPage): string {
  const link = payment === undefined ? '' : `<p><a href="${payment}">Status of this payment</a></p>`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Something went wrong on our side</title><p>The page could not be shown. If you have just paid, do not pay again yet. Check first whether the payment went through.</p>${link}</html>`;
}

/** Payers' pages are not cached, so they need no `Vary`. */
const GZIP_HEADERS = { 'Content-Encoding': 'gzip' } as const;

function takesPacked({ headers }: FastifyRequest): boolean {
  return encodingFor(headers['accept-encoding'], ['gzip']) !== undefined;
}

function headersOf(
  headers: Readonly<Record<string, string>>,
  { framed, framedBy: shops = [], toMerchant }: Pick<PageView<unknown>, 'framed' | 'framedBy' | 'toMerchant'>,
): Readonly<Record<string, string>> {
  if (toMerchant !== undefined) {
    return returnPageHeaders(headers, toMerchant.url);
  }
  return framedBy(framed === undefined ? headers : framing(headers, framed), shops);
}

/** Headers must be ASCII, while a shop's address may be in any script. */
function inAscii(url: string): string {
  return /^[\x21-\x7e]*$/.test(url) ? url : new URL(url).href;
}

/** The content type with which the page's script requests the next address, to which it then navigates itself. */
const ADDRESS = 'text/uri-list';

/** Whether the page's script rather than the browser sent the form. */
export function isSentByScript({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes(ADDRESS) === true;
}

/** The answer to a form: a redirect, or only the address for the page's script. */
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
