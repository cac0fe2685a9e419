/**
 * Mounts the reference: public, the same for everyone, made at the first request. A gateway whose reference is never
 * requested loads none of it.
 */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { namedError } from '../contract/errors/catalogue.ts';
import { InterfaceError } from '../contract/interface-error.ts';
import { DOCS } from '../routes.ts';
import { renderPage } from './built-pages.ts';
import { encodingFor } from './encodings.ts';
import { isClosing, REST_HEADERS } from './http-server.ts';
import { HTML } from './page-headers.ts';
import type { ServedPages } from './served-pages.ts';

/** Long enough to spare repeated loads by one reader, short enough that an upgrade shows. */
const CACHE_SECONDS = 300;

/**
 * All callers together: each search and comparison is computed anew, on the processor that also processes payments.
 * People search less often.
 */
const QUESTIONS_PER_SECOND_MAX = 20;

const TOO_MANY_QUESTIONS = namedError('REFERENCE_BUSY');

const NO_SUCH_OPERATION = new InterfaceError('INVALID_REQUEST', 'There is no such operation.', { status: 404 });

const pack = promisify(gzip);
const unpack = promisify(gunzip);
const library = () => import('../docs/docs-pages.ts');

export interface DocsAdapter {
  readonly served: () => Promise<ServedPages>;
  readonly publicOrigin: string;
}

type OperationRequest = FastifyRequest<{ Params: { operation: string } }>;

export function mountDocs(app: FastifyInstance, adapter: DocsAdapter): void {
  const cache = new PageCache();
  let questions: ReturnType<typeof questionLimiter> | undefined;
  const kept = (address: string) => async (request: FastifyRequest, reply: FastifyReply) =>
    send(request, reply, await htmlHeaders(adapter), await cache.get(address, () => packedPage(adapter, address)));
  const answered = (address: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    questions ??= questionLimiter();
    await (await questions).consume('everyone').catch(() => {
      throw TOO_MANY_QUESTIONS;
    });
    return send(request, reply, await htmlHeaders(adapter), await packedPage(adapter, address + queryOf(request)));
  };

  app.get(DOCS.contents, kept(DOCS.contents));
  app.get(DOCS.errors, kept(DOCS.errors));
  app.get(DOCS.search, answered(DOCS.search));
  const history = kept(DOCS.changes);
  const comparison = answered(DOCS.changes);
  app.get(DOCS.changes, (request, reply) =>
    (new URLSearchParams(queryOf(request)).size === 0 ? history : comparison)(request, reply),
  );
  app.get(DOCS.operation, async (request: OperationRequest, reply) => {
    const name = (await library()).documentedName(request.params.operation);
    if (name === undefined) {
      throw namedError('OPERATION_UNKNOWN');
    }
    return kept(DOCS.operation.replace(':operation', name))(request, reply);
  });
  app.get(DOCS.openApi, async (request, reply) => {
    const packed = await cache.get('openapi', async () => {
      const { openApiText } = await import('../docs/openapi/document.ts');
      return pack(openApiText());
    });
    return send(request, reply, { ...REST_HEADERS, 'Content-Type': 'application/json; charset=utf-8' }, packed);
  });
  const copied = (address: string, text: () => Promise<string>) =>
    app.get(address, async (request, reply) => {
      const packed = await cache.get(address, async () => pack(await text()));
      return send(request, reply, { ...REST_HEADERS, 'Content-Type': 'text/plain; charset=utf-8' }, packed);
    });
  copied(DOCS.client, async () => (await import('../docs/client/document.ts')).clientText());
  copied(DOCS.scriptTypes, async () => (await import('../docs/client/script-types.ts')).scriptTypesText());
}

/** Loaded at the first question: its package brings three dozen limiters of other stores. */
async function questionLimiter() {
  const { RateLimiterMemory } = await import('rate-limiter-flexible');
  return new RateLimiterMemory({ points: QUESTIONS_PER_SECOND_MAX, duration: 1 });
}

async function packedPage({ served, publicOrigin }: DocsAdapter, address: string): Promise<Buffer> {
  const docs = await library();
  const { render } = await served();
  const html = await renderPage(render, address, {
    docs: {
      contents: () => docs.contentsPage(publicOrigin),
      errors: docs.errorsPage,
      search: docs.searchPage,
      changes: (query) => docs.changesPage(Object.fromEntries(query)),
      operation: (asked = '') => {
        const name = docs.documentedName(asked);
        if (name === undefined) {
          throw NO_SUCH_OPERATION;
        }
        return docs.operationPage(name, publicOrigin);
      },
    },
  });
  return pack(html);
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

async function htmlHeaders({ served }: DocsAdapter): Promise<Readonly<Record<string, string>>> {
  const { docsHeaders } = await served();
  return { ...docsHeaders, 'Content-Type': HTML };
}

/** @returns with its question mark; empty where the request has none */
function queryOf(request: FastifyRequest): string {
  const { url = '' } = request.raw;
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at);
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
