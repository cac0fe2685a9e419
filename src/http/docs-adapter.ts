/**
 * Mounts the reference: public, the same for everyone, made at the first request. A gateway whose reference is never
 * requested loads none of it.
 */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { namedError } from '../contract/errors/catalogue.ts';
import type { DocsPage } from '../docs/docs-page.ts';
import { DOCS } from '../routes.ts';
import { encodingFor } from './encodings.ts';
import { isClosing, REST_HEADERS } from './http-server.ts';
import { type AstroHandler, PAGE_HEADERS } from './page-renderer.ts';
import { renderedView } from './rendered.ts';

/** Long enough to spare repeated loads by one reader, short enough that an upgrade shows. */
const CACHE_SECONDS = 300;

/**
 * All callers together: each search and comparison is computed anew, on the processor that also processes payments.
 * People search less often.
 */
const QUESTIONS_PER_SECOND_MAX = 20;

const TOO_MANY_QUESTIONS = namedError('REFERENCE_BUSY');

const pack = promisify(gzip);
const unpack = promisify(gunzip);
const library = () => import('../docs/docs-pages.ts');

export interface DocsAdapter {
  readonly astro: () => Promise<AstroHandler>;
  readonly publicOrigin: string;
}

type Library = Awaited<ReturnType<typeof library>>;
type OperationRequest = FastifyRequest<{ Params: { operation: string } }>;

export function mountDocs(app: FastifyInstance, adapter: DocsAdapter): void {
  const { publicOrigin } = adapter;
  const cache = new PageCache();
  const questions = new RateLimiterMemory({ points: QUESTIONS_PER_SECOND_MAX, duration: 1 });
  const kept =
    (name: string, model: (docs: Library) => DocsPage) => async (request: FastifyRequest, reply: FastifyReply) =>
      send(request, reply, PAGE_TYPE_HEADERS, await cache.get(name, () => packedPage(adapter, model)));
  const answered =
    (model: (docs: Library, query: URLSearchParams) => DocsPage) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const query = queryOf(request);
      await questions.consume('everyone').catch(() => {
        throw TOO_MANY_QUESTIONS;
      });
      const packed = await packedPage(adapter, (docs) => model(docs, query));
      return send(request, reply, PAGE_TYPE_HEADERS, packed);
    };

  app.get(
    DOCS.contents,
    kept('contents', (docs) => docs.contentsPage(publicOrigin)),
  );
  app.get(
    DOCS.errors,
    kept('errors', (docs) => docs.errorsPage()),
  );
  app.get(
    DOCS.search,
    answered((docs, query) => docs.searchPage(query.get('q') ?? '')),
  );
  const history = kept('changes', (docs) => docs.changesPage({}));
  const comparison = answered((docs, query) => docs.changesPage(Object.fromEntries(query)));
  app.get(DOCS.changes, (request, reply) => (queryOf(request).size === 0 ? history : comparison)(request, reply));
  app.get(DOCS.operation, async (request: OperationRequest, reply) => {
    const name = (await library()).documentedName(request.params.operation);
    if (name === undefined) {
      throw namedError('OPERATION_UNKNOWN');
    }
    return kept(`operation ${name}`, (docs) => docs.operationPage(name, publicOrigin))(request, reply);
  });
  app.get(DOCS.openApi, async (request, reply) => {
    const packed = await cache.get('openapi', async () => {
      const { openApiText } = await import('../docs/openapi/document.ts');
      return pack(openApiText());
    });
    return send(request, reply, { ...REST_HEADERS, 'Content-Type': 'application/json; charset=utf-8' }, packed);
  });
}

async function packedPage({ astro }: DocsAdapter, model: (docs: Library) => DocsPage): Promise<Buffer> {
  const page = model(await library());
  return pack(await renderedView(await astro(), `docs/${page.kind}`, { docs: page }));
}

/** Filled at the first request of each page. Its names are those of the reference's own pages, so it cannot grow. */
class PageCache {
  readonly #made = new Map<string, Promise<Buffer>>();

  get(name: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const known = this.#made.get(name);
    if (known !== undefined) {
      return known;
    }
    const making = make();
    this.#made.set(name, making);
    // After a failure, the next request tries again.
    making.catch(() => this.#made.delete(name));
    return making;
  }
}

const PAGE_TYPE_HEADERS = { ...PAGE_HEADERS, 'Content-Type': 'text/html; charset=utf-8' } as const;

function queryOf(request: FastifyRequest): URLSearchParams {
  const { url = '' } = request.raw;
  const at = url.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1));
}

/** Unpacking costs as much for each request as packing once, so what is kept packed is kept unpacked too. */
const plain = new WeakMap<Buffer, Promise<Buffer>>();

function unpacked(packed: Buffer): Promise<Buffer> {
  const known = plain.get(packed) ?? unpack(packed);
  plain.set(packed, known);
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
      'Cache-Control': `public, max-age=${CACHE_SECONDS}`,
      Vary: 'Accept-Encoding',
      ...(takesPacked && { 'Content-Encoding': 'gzip' }),
      ...(isClosing(request) && { Connection: 'close' }),
    })
    .send(takesPacked ? packed : await unpacked(packed));
}
