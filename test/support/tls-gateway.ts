/**
 * The gateway in this process with TLS of its own, which requests client certificates, and the sandbox's acquirer
 * behind it.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import pino from 'pino';
import { vi } from 'vitest';
import { openStore } from '../../src/adapters/store/store.ts';
import { startApp } from '../../src/compose/index.ts';
import { startAcquirerHost } from '../../src/sandbox/acquirer/host.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { memoryLog } from '../adapters/acquirers/fixtures.ts';
import type { Authority } from './certificates.ts';
import { keptPages } from './kept-pages.ts';

const READY_MS_MAX = 10_000;
const PUBLIC_HOST = 'localhost:8443';

export interface TlsReply {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers wherever they like.
  readonly json: any;
  /** The connection of the answer. */
  readonly socket: TLSSocket;
}

/** `cert` and `key` of the caller, an agent that keeps connections, a TLS version: the options of Node's client. */
export type TlsCall = RequestOptions & { readonly body?: object };

export interface TlsGateway {
  readonly port: number;
  readonly origin: string;
  /** The CA of the gateway's certificate. */
  readonly ca: string;
  readonly logged: readonly string[];
  call(method: string, path: string, options?: TlsCall): Promise<TlsReply>;
  /** Without a password, except for TESTSHOP. */
  merchant(profile: { id: string; name: string; certificates: string[] }): Promise<void>;
  close(): Promise<void>;
}

export interface TlsGatewayOptions {
  /** Issues the gateway's own certificate. */
  readonly authority: Authority;
  /** Issues merchants' certificates. */
  readonly clientAuthority: Authority;
  readonly apiPassword: string;
  /** `CLIENT_CERT_PROXIES`; none by default. */
  readonly proxies?: string;
}

export async function startTlsGateway(options: TlsGatewayOptions): Promise<TlsGateway> {
  const { authority, clientAuthority, apiPassword, proxies = '' } = options;
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-tls-'));
  const file = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content, { mode: 0o600 });
    return join(folder, name);
  };
  const own = authority.issue({ name: 'gateway', use: 'server', hosts: ['localhost'] });
  const host = await startAcquirerHost({ host: '127.0.0.1', port: 0, speed: 1, memory: true, log: memoryLog() });
  const logged: string[] = [];
  const settings = readSettings({
    DATA_DIR: folder,
    PORT: '0',
    PUBLIC_ORIGIN: `https://${PUBLIC_HOST}`,
    ACQUIRER_URL: `iso8583://127.0.0.1:${host.port}`,
    SANDBOX_API_PASSWORD: apiPassword,
    TLS_CERT: file('gateway.pem', own.cert),
    TLS_KEY: file('gateway.key', own.key),
    TLS_CLIENT_CA: file('clients.pem', clientAuthority.cert),
    CLIENT_CERT_PROXIES: proxies,
  });
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
  const { port, ready, close } = await startApp(settings, log, '9.9.9', { pages: await keptPages() });
  await ready;
  const gateway: TlsGateway = {
    port,
    origin: settings.publicOrigin,
    ca: authority.cert,
    logged,
    async call(method, path, { body, headers, ...options } = {}) {
      const own = { host: '127.0.0.1', port, servername: 'localhost', ca: authority.cert, agent: false, method, path };
      const sent = request({ ...own, headers: { Host: PUBLIC_HOST, ...headers }, ...options });
      sent.end(body && JSON.stringify(body));
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      const { socket, statusCode: status = 0 } = response;
      const text = await textOf(response);
      const json = text.startsWith('{') ? JSON.parse(text) : {};
      return { status, headers: response.headers, text, json, socket: socket as TLSSocket };
    },
    async merchant(profile) {
      const store = await openStore(settings.databaseUrl, { owner: false });
      await store.merchants.put(profile, Date.now());
      await store.close();
    },
    async close() {
      await close();
      await host.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await vi.waitUntil(async () => (await gateway.call('GET', '/readyz')).status === 200, READY_MS_MAX);
  return gateway;
}
