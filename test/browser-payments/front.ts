/** The HTTP server over a world of browser payments: real sockets and the built pages, on the world's clock. */
import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { type AddressInfo, BlockList } from 'node:net';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { Pages } from '../../src/http/answers/page-answers.ts';
import { ClientCertificates } from '../../src/http/connections/client-certificate.ts';
import { mountBrowserPayments } from '../../src/http/endpoints/browser-payment-adapter.ts';
import { createHttpServer } from '../../src/http/listener/http-server.ts';
import { isRestAddress } from '../../src/http/routing/routes.ts';
import { builtFile } from '../../src/web/built-file.ts';
import type { BuiltPages } from '../../src/web/rendering/built-pages.ts';
import { pageRenderer } from '../../src/web/rendering/page-renderer.ts';
import { LANGUAGES, languageOf, matchLocale } from '../../src/web/text/index.ts';
import { type Ground, openGround } from './ground.ts';
import { type InitiatedPayment, ORIGIN, World } from './world.ts';

/** The built pages, as the gateway loads them. */
const PAGES = builtFile('server/entry.mjs').href;

export interface FrontReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Front {
  readonly app: FastifyInstance;
  readonly port: number;
  /** The log lines of the HTTP server itself, as written. */
  readonly logged: string[];
  /** @param path as it stands in the request line */
  call(method: string, path: string, options?: FrontCall): Promise<FrontReply>;
  close(): Promise<void>;
}

export interface FrontCall {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export async function openFront(world: World): Promise<Front> {
  const logged: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
  const renderer = pageRenderer((await import(PAGES)) as BuiltPages);
  const pages = new Pages(async () => renderer, languageOf, { publicOrigin: ORIGIN });
  const host = new URL(ORIGIN).host;
  const app = createHttpServer({
    log,
    clientCertificates: new ClientCertificates({ proxies: new BlockList(), clock: world, log }),
    publicHost: host,
    probes: [],
    isRest: isRestAddress,
    problemPage: (asked, reply, error) => pages.problem(asked, reply, error, { locale: 'en' }),
  });
  const dependencies = { ...world.parts, sandbox: false, publicOrigin: ORIGIN, matchLocale, languages: LANGUAGES };
  mountBrowserPayments(app, { dependencies, pages });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  return {
    app,
    port,
    logged,
    async call(method, path, { headers = {}, body } = {}) {
      // Node sets no length for a DELETE's body by itself, and the bytes after it would be read as another request.
      const length = body === undefined ? {} : { 'Content-Length': `${Buffer.byteLength(body)}` };
      const all = { Host: host, ...length, ...headers };
      const sent = request({ host: '127.0.0.1', port, method, path, agent, headers: all });
      sent.end(body);
      const [response] = await once(sent, 'response');
      const chunks: Buffer[] = [];
      for await (const chunk of response) {
        chunks.push(chunk as Buffer);
      }
      return { status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString('utf8') };
    },
    async close() {
      agent.destroy();
      await app.close();
    },
  };
}

export interface FrontRig {
  readonly ground: Ground;
  readonly world: World;
  readonly front: Front;
  /** EUR 12.00 with the wallet, which has created it. */
  readonly initiated: InitiatedPayment;
}

/**
 * Call it once at the top of a test file: each test has a world with one payment started, and an HTTP server over it.
 */
export function useFront(): FrontRig {
  let ground: Ground;
  let parts: Omit<FrontRig, 'ground'>;
  beforeAll(async () => {
    ground = await openGround();
  });
  afterAll(() => ground.close());
  beforeEach(async () => {
    const world = new World(ground);
    const initiated = await world.initiate();
    parts = { world, initiated, front: await openFront(world) };
  });
  afterEach(() => parts.front.close());
  return {
    get ground() {
      return ground;
    },
    get world() {
      return parts.world;
    },
    get front() {
      return parts.front;
    },
    get initiated() {
      return parts.initiated;
    },
  };
}
