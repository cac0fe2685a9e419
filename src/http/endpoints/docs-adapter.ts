/**
 * Mounts the guides and the reference, which are public and the same for all. The modules are loaded after the listener
 * opens, and each page is rendered at its first request.
 */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { namedError } from '../../contract/errors/catalogue.ts';
import type { TestMode } from '../../contract/test-mode.ts';
import type { PageRenderer } from '../../web/rendering/index.ts';
import { encodingFor } from '../answers/encodings.ts';
import { HTML, keptPageHeaders } from '../answers/page-headers.ts';
import { isClosing } from '../connections/closing.ts';
import { REST_HEADERS } from '../listener/http-server.ts';
import { noteFailure } from '../logging/request-log.ts';
import { DOCS, START } from '../routing/routes.ts';
import { type DocsSources, docsLibrary, docsPageOrders, type PageOf } from './docs-page-orders.ts';

/** How long browsers cache a page: short enough that an upgrade is visible soon. */
const CACHE_SECONDS = 300;

/**
 * The limit of searches and comparisons by all callers together. Each is computed again, on the processor that also
 * handles payments. Real use is far below.
 */
const QUESTIONS_PER_SECOND_MAX = 20;

const TOO_MANY_QUESTIONS = namedError('REFERENCE_BUSY');

const pack = promisify(gzip);
const unpack = promisify(gunzip);
const openApi = () => import('../../api/reference/openapi/document.ts');
const client = () => import('../../api/reference/client/document.ts');
const scriptTypes = () => import('../../api/reference/client/script-types.ts');
/** Imported lazily, because the package contains three dozen limiters for other stores. */
const limiters = () => import('rate-limiter-flexible');

/**
 * Loads the reference. Must be called once before the process is ready, because a later import could read the files of
 * a newer release.
 */
export async function loadReference(): Promise<void> {
  await Promise.all([docsLibrary(), openApi(), client(), scriptTypes(), limiters()]);
}

export interface DocsAdapter extends DocsSources {
  readonly renderer: () => Promise<PageRenderer>;
  readonly testMode?: TestMode | undefined;
}

type OperationRequest = FastifyRequest<{ Params: { operation: string } }>;
type GuideRequest = FastifyRequest<{ Params: { guide: string } }>;

/** Answers unknown addresses with a page for developers. @returns false if it cannot be rendered */
export type AbsentPage = (request: FastifyRequest, reply: FastifyReply, status: number) => Promise<boolean>;

export function mountDocs(app: FastifyInstance, adapter: DocsAdapter): AbsentPage {
  const cache = new PageCache();
  let questions: ReturnType<typeof questionLimiter> | undefined;
  const { start } = adapter;
  const pages = docsPageOrders(adapter);
  const kept = (address: string, page: PageOf) => async (request: FastifyRequest, reply: FastifyReply) =>
    send(request, reply, await htmlHeaders(adapter), await cache.get(address, () => packedPage(adapter, page)));
  const answered = (page: PageOf) => async (request: FastifyRequest, reply: FastifyReply) => {
    questions ??= questionLimiter();
    await (await questions).consume('everyone').catch(() => {
      throw TOO_MANY_QUESTIONS;
    });
    return send(request, reply, await htmlHeaders(adapter), await packedPage(adapter, page, queryOf(request)));
  };

  app.get(DOCS.contents, kept(DOCS.contents, pages.contents));
  app.get(DOCS.errors, kept(DOCS.errors, pages.errors));
  app.get(DOCS.search, answered(pages.search));
  const history = kept(DOCS.changes, pages.changes);
  const comparison = answered(pages.changes);
  app.get(DOCS.changes, (request, reply) => (queryOf(request).size === 0 ? history : comparison)(request, reply));
  app.get(DOCS.operation, (request: OperationRequest, reply) => {
    const { operation } = request.params;
    return kept(`operation ${operation}`, pages.operation(operation))(request, reply);
  });
  app.get(DOCS.guides, kept(DOCS.guides, pages.guides));
  app.get(DOCS.guide, (request: GuideRequest, reply) => {
    const { guide } = request.params;
    return kept(`guide ${guide}`, pages.guide(guide))(request, reply);
  });
  app.get(DOCS.openApi, async (request, reply) => {
    const packed = await cache.get('openapi', async () => {
      const { openApiText } = await openApi();
      return pack(openApiText());
    });
    return send(request, reply, { ...REST_HEADERS, 'Content-Type': 'application/json; charset=utf-8' }, packed);
  });
  const copied = (address: string, text: () => Promise<string>) =>
    app.get(address, async (request, reply) => {
      const packed = await cache.get(address, async () => pack(await text()));
      return send(request, reply, { ...REST_HEADERS, 'Content-Type': 'text/plain; charset=utf-8' }, packed);
    });
  copied(DOCS.client, async () => (await client()).clientText());
  copied(DOCS.scriptTypes, async () => (await scriptTypes()).scriptTypesText());
  if (start !== undefined) {
    app.get(
      START,
      kept(START, () => ({ address: '/docs/start', docs: 'start', data: start })),
    );
  }
  const absent = async (request: FastifyRequest, reply: FastifyReply) => {
    const packed = await cache.get('absent', () => packedPage(adapter, pages.absent));
    return send(request, reply, await htmlHeaders(adapter), packed);
  };
  return (request, reply, status) =>
    absent(request, reply.status(status)).then(
      () => true,
      (failure: unknown) => {
        noteFailure(request, failure);
        return false;
      },
    );
}

async function questionLimiter() {
  const { RateLimiterMemory } = await limiters();
  return new RateLimiterMemory({ points: QUESTIONS_PER_SECOND_MAX, duration: 1 });
}

async function packedPage(
  { renderer, testMode }: DocsAdapter,
  page: PageOf,
  query: URLSearchParams = new URLSearchParams(),
): Promise<Buffer> {
  const order = await page(await docsLibrary(), query);
  return pack(await (await renderer()).render({ ...order, testMode }));
}

/**
 * A cache of rendered pages, filled at the first request of each. Only existing pages have keys, so its size is
 * limited.
 */
class PageCache {
  readonly #pages = new Map<string, Promise<Buffer>>();

  get(name: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const known = this.#pages.get(name);
    if (known !== undefined) {
      return known;
    }
    const making = make();
    this.#pages.set(name, making);
    // If rendering fails, the next request renders the page again.
    making.catch(() => this.#pages.delete(name));
    return making;
  }
}

async function htmlHeaders({ renderer }: DocsAdapter): Promise<Readonly<Record<string, string>>> {
  const { styles } = await renderer();
  return { ...keptPageHeaders(styles.docs), 'Content-Type': HTML };
}

function queryOf({ raw: { url = '' } }: FastifyRequest): URLSearchParams {
  const at = url.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : url.slice(at));
}

/** The plain text of cached pages. It is cached too, because decompressing a page takes as long as compressing it. */
const unpackedPages = new WeakMap<Buffer, Promise<Buffer>>();

function unpackOnce(packed: Buffer): Promise<Buffer> {
  const known = unpackedPages.get(packed) ?? unpack(packed);
  unpackedPages.set(packed, known);
  return known;
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  headers: Readonly<Record<string, string>>,
  packed: Buffer,
): Promise<FastifyReply> {
  const takesPacked = encodingFor(request.headers['accept-encoding'], ['gzip']) !== undefined;
  return reply
    .headers({
      ...headers,
      ...(reply.statusCode === 200 && { 'Cache-Control': `public, max-age=${CACHE_SECONDS}` }),
      Vary: 'Accept-Encoding',
      ...(takesPacked && { 'Content-Encoding': 'gzip' }),
      ...(isClosing(request) && { Connection: 'close' }),
    })
    .send(takesPacked ? packed : await unpackOnce(packed));
}
