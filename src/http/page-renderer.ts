/** Answers with a payer's page: status and headers from here, HTML from the page at the request's own address. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { InterfaceError } from '../contract/interface-error.ts';
import type { PageAnswer, PageLoader, PageLoaders, ProblemPage } from '../views/index.ts';
import { type RenderPage, renderPage } from './built-pages.ts';
import { isClosing } from './http-server.ts';
import { HTML, PAGE_HEADERS } from './page-headers.ts';
import { noteFailure } from './request-log.ts';

/** The status of an error page that a page's own loader chose. */
const PROBLEM_STATUS: Readonly<Record<ProblemPage['kind'], number>> = {
  unknownReturn: 404,
  notFound: 404,
  busy: 503,
  error: 500,
  refused: 403,
};

/** The error page for a status; any other status below 500 is a refusal. */
const PROBLEMS: Readonly<Record<number, ProblemPage['kind']>> = { 404: 'notFound', 503: 'busy' };

/** Stands in a kept error page for the support code of each request. */
const CODE_PLACEHOLDER = 'SUPPORT-CODE-OF-THE-REQUEST';

const NOT_SHOWN = 'The page could not be shown. Nothing was charged by showing it.';

/**
 * The characters of our ids. Astro decodes a path again and takes `.html` off its end, so a path with other characters
 * could mean another id than the router's. It gets none.
 */
const ID = /^[\w-]+$/;
/** In Astro's path for an id that is none of ours. */
const NO_ID = '-';

/** Makes the loader of a page. It gets the id in the request's address, decoded once. */
export type PageLoads = <Page>(load: (id: string) => Promise<PageAnswer<Page>>) => PageLoader<Page>;

export class Pages {
  readonly #render: () => Promise<RenderPage>;
  /** Error pages, by kind and language: the text before each support code, and after the last. */
  readonly #problems = new Map<string, Promise<readonly string[]>>();

  /** @param render of the built pages */
  constructor(render: () => Promise<RenderPage>) {
    this.#render = render;
  }

  /**
   * Shows the page at the request's address, redirects where its loader says so, or shows the loader's error page.
   *
   * @throws what the loader throws
   */
  async show(
    request: FastifyRequest,
    reply: FastifyReply,
    loaders: (loads: PageLoads) => Partial<PageLoaders>,
  ): Promise<FastifyReply> {
    const [asked = ''] = Object.values(request.params as Readonly<Record<string, string>>);
    const address = (request.routeOptions.url ?? '').replace(/:\w+/, ID.test(asked) ? asked : NO_ID);
    const rendered = await renderPage(await this.#render(), address, (loads) =>
      loaders((load) => loads((id = NO_ID) => load(id === NO_ID ? asked : id))),
    );
    if ('redirect' in rendered) {
      return seeOther(reply, rendered.redirect);
    }
    if ('problem' in rendered) {
      return this.showProblem(request, reply, rendered.problem);
    }
    const { html, refresh, cookie } = rendered;
    reply.headers(PAGE_HEADERS);
    if (isClosing(request)) {
      reply.header('Connection', 'close');
    }
    if (refresh !== undefined) {
      reply.header('Refresh', `${refresh.seconds}; url=${inAscii(refresh.url)}`);
    }
    if (cookie !== undefined) {
      reply.header('Set-Cookie', cookie);
    }
    return reply.type(HTML).send(html);
  }

  /** Shows a payer an error page, with the error's status and headers. */
  async problem(request: FastifyRequest, reply: FastifyReply, error: InterfaceError, locale: string): Promise<void> {
    const kind = PROBLEMS[error.status] ?? (error.status >= 500 ? 'error' : 'refused');
    await this.showProblem(request, reply, { kind, locale, supportCode: request.id }, error);
  }

  /**
   * Error pages are rendered once for each language and kept: anybody can cause thousands a second, and rendering takes
   * the processor from payments. No header of the request gets as far as the renderer.
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
    const parts = await this.#problemParts(page).catch((failure: unknown) => {
      noteFailure(request, failure);
      return undefined;
    });
    return reply
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
    const rendering = this.#problemHtml(page).then((html) => html.split(CODE_PLACEHOLDER));
    this.#problems.set(name, rendering);
    // After a failure, the next request tries again.
    rendering.catch(() => this.#problems.delete(name));
    return rendering;
  }

  async #problemHtml(page: ProblemPage): Promise<string> {
    const rendered = await renderPage(await this.#render(), `/problem/${page.kind}`, (loads) => ({
      problem: loads(async () => ({ page })),
    }));
    return 'html' in rendered ? rendered.html.toString('utf8') : '';
  }
}

/** Headers hold ASCII, and a shop's address may be in any script. */
function inAscii(url: string): string {
  return /^[\x21-\x7e]*$/.test(url) ? url : new URL(url).href;
}

export function seeOther(reply: FastifyReply, url: string): FastifyReply {
  return reply
    .status(303)
    .headers({ Location: url, 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin' })
    .send();
}
