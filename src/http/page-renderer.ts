/**
 * Renders a payer's page: headers from here, HTML from Astro. The page's kind selects the view; the views' own
 * addresses (`/view/…`) are never reachable from outside, since only addresses of the route table get this far.
 */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CheckoutPage, ProblemPage } from '../checkout/checkout-page.ts';
import type { PageView } from '../checkout/pay-page-views.ts';
import type { InterfaceError } from '../contract/interface-error.ts';
import type { DocsPage } from '../docs/docs-page.ts';
import { isClosing, STRICT_TRANSPORT } from './http-server.ts';
import { renderedView } from './rendered.ts';
import { noteFailure } from './request-log.ts';

/** Astro's handler in middleware mode. */
export type AstroHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
  locals: { page: CheckoutPage; status?: number } | { docs: DocsPage; status?: number },
) => Promise<void>;

/** The status when the page is the answer; an error page has the error's own status. */
const VIEWS: Record<CheckoutPage['kind'], { readonly view: string; readonly status: number }> = {
  pay: { view: 'pay', status: 200 },
  paid: { view: 'done', status: 200 },
  receipt: { view: 'done', status: 200 },
  exhausted: { view: 'ended', status: 200 },
  cancelled: { view: 'ended', status: 200 },
  closed: { view: 'ended', status: 200 },
  expired: { view: 'ended', status: 200 },
  incomplete: { view: 'ended', status: 200 },
  pending: { view: 'ended', status: 200 },
  unknown: { view: 'ended', status: 200 },
  leaving: { view: 'provider', status: 200 },
  atProvider: { view: 'provider', status: 200 },
  awaitingResult: { view: 'awaiting-result', status: 200 },
  returning: { view: 'returning', status: 200 },
  status: { view: 'status', status: 200 },
  unknownReturn: { view: 'problem', status: 404 },
  notFound: { view: 'problem', status: 404 },
  busy: { view: 'problem', status: 503 },
  error: { view: 'problem', status: 500 },
  refused: { view: 'problem', status: 403 },
};

/** The error page for a status; any other status below 500 is a refusal. */
const PROBLEMS: Readonly<Record<number, ProblemPage['kind']>> = { 404: 'notFound', 503: 'busy' };

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Switches off every device feature that a page could request, except payment. */
const PERMISSIONS = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .concat('payment=(self)')
  .join(', ');

/** Headers of every HTML answer, errors included. */
export const PAGE_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': PERMISSIONS,
  // Not no-referrer: under that, Chromium sends `Origin: null` with our own form.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
} as const;

const HTML = 'text/html; charset=utf-8';
/** Stands in a kept error page for the support code of each request. */
const CODE_PLACEHOLDER = 'SUPPORT-CODE-OF-THE-REQUEST';

const NOT_SHOWN = 'The page could not be shown. Nothing was charged by showing it.';

export class Pages {
  readonly #astro: () => Promise<AstroHandler>;
  readonly #https: boolean;
  /** Error pages, by kind and language: the text before each support code, and after the last. */
  readonly #problems = new Map<string, Promise<readonly string[]>>();

  constructor(astro: () => Promise<AstroHandler>, https: boolean) {
    this.#astro = astro;
    this.#https = https;
  }

  async show(
    request: FastifyRequest,
    reply: FastifyReply,
    { page, refresh }: PageView,
    { cookie }: { readonly cookie?: string | undefined } = {},
  ): Promise<void> {
    const { view, status } = VIEWS[page.kind];
    if (isProblem(page)) {
      return this.#showProblem(request, reply, page, status, {});
    }
    const handler = await this.#astro();
    // Headers set so far, such as closing a connection whose body was too large to read.
    const headers = {
      ...reply.getHeaders(),
      ...PAGE_HEADERS,
      ...(this.#https && STRICT_TRANSPORT),
    };
    const { raw } = reply;
    const { method = 'GET' } = request.raw;
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined) {
        raw.setHeader(name, value);
      }
    }
    if (isClosing(request)) {
      raw.setHeader('Connection', 'close');
    }
    if (refresh !== undefined) {
      raw.setHeader('Refresh', `${refresh.seconds}; url=${inAscii(refresh.url)}`);
    }
    if (cookie !== undefined) {
      raw.setHeader('Set-Cookie', cookie);
    }
    // Not before the headers: one that cannot be written throws, and after this nothing would answer that error.
    reply.hijack();
    // Runs before the request's log line, which is also written when the answer is finished.
    raw.prependOnceListener('finish', () => {
      request.raw.method = method;
      if (raw.statusCode !== status) {
        noteFailure(request, new Error(`The view '${view}' could not be rendered.`));
      }
    });
    typeWithCharset(raw);
    await handler(getRequest(request.raw, `/view/${view}`), raw, () => refuseView(raw), { page, status });
  }

  /** Shows a payer an error page, with the error's status and headers. */
  async problem(request: FastifyRequest, reply: FastifyReply, error: InterfaceError, locale: string): Promise<void> {
    const kind = PROBLEMS[error.status] ?? (error.status >= 500 ? 'error' : 'refused');
    await this.#showProblem(request, reply, { kind, locale, supportCode: request.id }, error.status, error.headers);
  }

  /**
   * Error pages are rendered once for each language and kept: anybody can cause thousands a second, and rendering takes
   * the processor from payments. No header of the request gets as far as the renderer.
   */
  async #showProblem(
    request: FastifyRequest,
    reply: FastifyReply,
    page: ProblemPage,
    status: number,
    headers: Readonly<Record<string, string>>,
  ): Promise<void> {
    const parts = await this.#problemParts(page).catch((failure: unknown) => {
      noteFailure(request, failure);
      return undefined;
    });
    reply
      .status(parts === undefined ? 500 : status)
      .headers({
        ...PAGE_HEADERS,
        ...headers,
        ...(isClosing(request) && { Connection: 'close' }),
      })
      .type(parts === undefined ? 'text/plain; charset=utf-8' : HTML)
      .send(parts?.join(page.supportCode ?? '') ?? NOT_SHOWN);
  }

  #problemParts({ kind, locale, supportCode }: ProblemPage): Promise<readonly string[]> {
    const name = `${kind} ${locale} ${supportCode === undefined}`;
    const known = this.#problems.get(name);
    if (known !== undefined) {
      return known;
    }
    const page = { kind, locale, ...(supportCode !== undefined && { supportCode: CODE_PLACEHOLDER }) };
    const { view } = VIEWS[kind];
    const rendering = this.#astro()
      .then((handler) => renderedView(handler, view, { page, status: 200 }))
      .then((html) => html.toString('utf8').split(CODE_PLACEHOLDER));
    this.#problems.set(name, rendering);
    // After a failure, the next request tries again.
    rendering.catch(() => this.#problems.delete(name));
    return rendering;
  }
}

/** Headers hold ASCII, and a shop's address may be in any script. */
function inAscii(url: string): string {
  return /^[\x21-\x7e]*$/.test(url) ? url : new URL(url).href;
}

/** A view is always rendered with GET, whatever the method of the failed request. */
function getRequest(raw: IncomingMessage, url: string): IncomingMessage {
  raw.url = url;
  if (raw.method !== 'HEAD') {
    raw.method = 'GET';
  }
  return raw;
}

function isProblem(page: CheckoutPage): page is ProblemPage {
  return VIEWS[page.kind].view === 'problem';
}

/** Astro says `text/html`, and a browser then guesses the encoding. */
function typeWithCharset(raw: ServerResponse): void {
  const writeHead = raw.writeHead.bind(raw) as (status: number, headers?: OutgoingHttpHeaders) => ServerResponse;
  raw.writeHead = ((status: number, headers: OutgoingHttpHeaders = {}) =>
    writeHead(
      status,
      headers['content-type'] === 'text/html' ? { ...headers, 'content-type': HTML } : headers,
    )) as typeof raw.writeHead;
}

/** There is no view at its address: the built pages do not match this table. */
function refuseView(response: ServerResponse): void {
  response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' }).end(NOT_SHOWN);
}
