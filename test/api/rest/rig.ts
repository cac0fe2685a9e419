/**
 * The whole gateway in this process, over real sockets, with the sandbox's acquirer behind it and a folder of its own.
 */

import { scryptSync } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pino from 'pino';
import { vi } from 'vitest';
import { PROTOCOLS } from '../../../src/adapters/acquirers/index.ts';
import { steadyClock } from '../../../src/adapters/steady-clock.ts';
import { openStore } from '../../../src/adapters/store/store.ts';
import { Vault } from '../../../src/adapters/vault/vault.ts';
import { type App, type AppParts, startApp } from '../../../src/compose/index.ts';
import { sandboxProfile } from '../../../src/compose/sandbox-merchant.ts';
import { createProcessLog, LogIdentity } from '../../../src/platform/process-log.ts';
import { type AcquirerHost, type AcquirerHostOptions, startAcquirerHost } from '../../../src/sandbox/acquirer/host.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { memoryLog } from '../../adapters/acquirers/fixtures.ts';
import { villageProtocol } from '../../adapters/acquirers/village/guide.ts';
import { startVillageBank } from '../../adapters/acquirers/village/simulator.ts';
import { newDatabase, type Row } from '../../support/database-place.ts';
import { requireIsoTimes } from '../../support/iso-times.ts';
import { keptPages } from '../../support/kept-pages.ts';
import { requireLogLines } from '../../support/log-lines.ts';
import { onVillageBank, VILLAGE_TOKEN } from '../../support/which-acquirer.ts';
import { holdAnswer } from './held-answer.ts';

/** The origin that the gateway answers to, on any port. */
export const PUBLIC_HOST = 'localhost:8080';
export const PASSWORD = 'the-right-password';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The body as JSON.parse reads it; an empty object where it is no JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers wherever they like.
  readonly json: any;
}

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** `Authorization`; null sends none. */
  readonly authorization?: string | null;
  readonly version?: number;
  readonly merchant?: string;
}

export interface Rig {
  readonly app: App;
  readonly host: AcquirerHost;
  readonly folder: string;
  readonly databaseUrl: string;
  /** All log lines, as written. */
  readonly logged: string[];
  /**
   * @param path exactly as in the request line @param body JSON, bytes or text, sent unchanged; undefined sends none
   */
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Reply>;
  /** Below `/api/rest/version/{v}/merchant/{m}`. @throws Error where the answer violates the contract */
  api(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Reply>;
  /** Writes text to a raw socket; resolves with all the bytes received until the server closes. */
  raw(text: string): Promise<string>;
  /**
   * Resolves when the gateway is signed on to its acquirer, or is not. It reads the metrics: a gateway whose readiness
   * is polled takes that for a balancer, and would wait for it on close.
   */
  acquirerIs(state: 'up' | 'down'): Promise<void>;
  /** Moves the gateway's clock. */
  later(ms: number): void;
  /** Creates a merchant with the common password. */
  merchant(profile: { id: string; name: string; [member: string]: unknown }): Promise<void>;
  restart(): Promise<void>;
  /** Runs while the gateway is stopped, and starts the gateway, which need not be ready then. */
  meanwhile(work: () => Promise<unknown>): Promise<void>;
  /** Committed rows. @param values for the query's question marks */
  rows(query: string, ...values: readonly (string | number)[]): Promise<Row[]>;
  /** A change by direct access to the database. */
  change(query: string, ...values: readonly (string | number)[]): Promise<void>;
  /** As in `DatabasePlace`. */
  dump(): Promise<Buffer>;
  /** Resets an order's only transaction to its intent, as a kill between send and answer leaves it. */
  forget(order: string): Promise<void>;
  close(): Promise<void>;
}

export const basic = (merchant: string, password: string): string =>
  `Basic ${Buffer.from(`merchant.${merchant}:${password}`).toString('base64')}`;

/**
 * The hash of the common password, with scrypt at its least cost: the hash contains its parameters, which a check uses.
 */
export const PASSWORD_HASH = (() => {
  const salt = Buffer.alloc(16, 7);
  const hash = scryptSync(PASSWORD, salt, 32, { N: 2, r: 8, p: 1 });
  return ['scrypt', 2, salt.toString('base64'), hash.toString('base64')].join('$');
})();

const ACQUIRER_UP = {
  up: '\nturnpike_acquirer_up{acquirer="default"} 1\n',
  down: '\nturnpike_acquirer_up{acquirer="default"} 0\n',
} as const;

export interface RigParts extends Omit<AppParts, 'clock'> {
  /** Members of TESTSHOP's profile. A running gateway sees a change of the profile a second later. */
  readonly profile?: object;
  /** False: the rig is returned when the gateway listens, which is before it is ready. */
  readonly isReady?: boolean;
  /** Commands that need gateways of their own build name it. */
  readonly build?: string;
}

/**
 * @param speed divides the sandbox's own times @param level the lowest level in `logged`
 * @param verify as in the options of the acquirer's host
 */
export async function startRig(
  env: Record<string, string> = {},
  speed = 1,
  level: pino.Level = 'trace',
  { profile, isReady = true, build = '9.9.9', ...parts }: RigParts = {},
  verify?: AcquirerHostOptions['verify'],
): Promise<Rig> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-rest-'));
  const place = await newDatabase({ folder, storeNumber: env.STORE_NUMBER ? Number(env.STORE_NUMBER) : undefined });
  const host = onVillageBank()
    ? await startVillageBank({ token: VILLAGE_TOKEN, speed })
    : await startAcquirerHost({
        ...{ host: '127.0.0.1', port: 0, speed, memory: true, log: memoryLog() },
        ...(verify && { verify }),
      });
  const protocols = parts.protocols ?? (onVillageBank() ? [await villageProtocol()] : PROTOCOLS);
  const logged: string[] = [];
  const identity = new LogIdentity(build);
  const log = createProcessLog(level, identity, { write: (line: string) => void logged.push(line) });
  const settings = readSettings(
    {
      DATA_DIR: folder,
      DATABASE_URL: place.url,
      PORT: '0',
      PUBLIC_ORIGIN: `http://${PUBLIC_HOST}`,
      ACQUIRER_URL: `${protocols[0]?.scheme}://127.0.0.1:${host.port}`,
      ...(onVillageBank() && { ACQUIRER_TOKEN: VILLAGE_TOKEN }),
      SANDBOX_API_PASSWORD: PASSWORD,
      // A merchant's test server listens on any free port.
      NOTIFICATION_LOOPBACK_PORTS: '1024-65535',
      ...env,
    },
    protocols,
  );
  const steady = steadyClock(log);
  let ahead = 0;
  const clock = { ...steady, now: () => steady.now() + ahead };
  const merchant: Rig['merchant'] = async (profile) => {
    const store = await openStore(settings, { owner: false });
    const vault = await Vault.open(settings.keys, store.dataKeys);
    await store.merchants.put(profile, Date.now(), (key, place) => vault.seal(key, place));
    await store.merchants.setPasswordHash(profile.id, PASSWORD_HASH, Date.now());
    await store.close();
  };
  // As the app would create it, except for the hash.
  if (settings.sandboxApiPassword === PASSWORD) {
    await merchant({ ...sandboxProfile(settings), ...profile });
  }
  const pages = await keptPages();
  const start = () => startApp(settings, log, build, { pages, ...parts, protocols, clock, identity });
  const rig = { app: await start() };

  const call: Rig['call'] = (method, path, body, { headers = {}, authorization = basic('TESTSHOP', PASSWORD) } = {}) =>
    exchange(rig.app.port, method, path, body, {
      Host: new URL(settings.publicOrigin).host,
      ...(authorization !== null && { Authorization: authorization }),
      ...headers,
    });
  const started: Rig = {
    get app() {
      return rig.app;
    },
    host,
    folder,
    databaseUrl: settings.databaseUrl,
    logged,
    call,
    async api(method, path, body, { version = 100, merchant = 'TESTSHOP', ...options } = {}) {
      const reply = await call(method, `/api/rest/version/${version}/merchant/${merchant}${path}`, body, {
        authorization: basic(merchant, PASSWORD),
        ...options,
      });
      holdAnswer({ method, path, body: bytesOf(body), version }, reply.status, reply.text);
      return reply;
    },
    async acquirerIs(state) {
      const isSo = async () => (await call('GET', '/metrics')).text.includes(ACQUIRER_UP[state]);
      await vi.waitUntil(isSo, { timeout: 30_000, interval: 10 });
    },
    raw: (text) => rawExchange(rig.app.port, text),
    later(ms) {
      ahead += ms;
    },
    merchant,
    rows: place.rows,
    change: place.run,
    dump: place.dump,
    async forget(order) {
      const [row] = await place.rows('select key, state from payment_order where order_id = ?', order);
      const key = Number(row?.key);
      const nothing = { totalAuthorized: '0', totalCaptured: '0', movements: [] };
      const state = JSON.stringify({ ...JSON.parse(String(row?.state)), ...nothing });
      const ofOrder = '(select key from payment_transaction where order_key = ?)';
      await place.run(`delete from transaction_outcome where transaction_key in ${ofOrder}`, key);
      await place.run(`update payment_order set state = ?, locked_by = ${ofOrder} where key = ?`, state, key, key);
    },
    async restart() {
      await rig.app.close();
      rig.app = await start();
      await ready();
    },
    async meanwhile(work) {
      await rig.app.close();
      await work();
      rig.app = await start();
    },
    async close() {
      await rig.app.close();
      await host.close();
      await place.remove();
      rmSync(folder, { recursive: true, force: true });
      requireIsoTimes(logged);
      requireLogLines(logged);
    },
  };
  const ready = () =>
    vi.waitFor(
      async () => {
        const { status } = await call('GET', '/readyz');
        if (status !== 200) {
          throw new Error('not ready yet');
        }
      },
      { timeout: 30_000, interval: 10 },
    );
  if (isReady) {
    await ready();
  }
  return started;
}

function exchange(
  port: number,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string | readonly string[]>,
): Promise<Reply> {
  const bytes = bytesOf(body);
  return new Promise((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      port,
      method,
      path,
      agent: false,
      // `Content-Length` also where the body is empty, unless the caller sends it in chunks.
      headers: {
        ...(bytes !== undefined &&
          headers['Transfer-Encoding'] === undefined && { 'Content-Length': `${bytes.length}` }),
        ...headers,
      } as Record<string, string>,
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: parsed(text) });
      });
    });
    sent.end(bytes);
  });
}

function bytesOf(body: unknown): Buffer | undefined {
  if (body === undefined) {
    return undefined;
  }
  if (body instanceof Uint8Array) {
    return Buffer.from(body);
  }
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body), 'utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function rawExchange(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.on('connect', () => socket.write(text, 'latin1'));
    socket.on('data', (chunk) => {
      received += chunk.toString('utf8');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(received));
  });
}

/** The bytes of every file that the gateway wrote: database, write-ahead log and all. */
export function filesOf(folder: string): Buffer {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Buffer.concat(files.map((entry) => readFileSync(join(entry.parentPath, entry.name))));
}

let orders = 0;
/** An order that no test of this process has used. */
export const newOrderId = (): string => {
  orders += 1;
  return `order-${orders}`;
};

export const CARD = { number: '5123450000000008', expiry: { month: '1', year: '39' }, securityCode: '100' };

/** EUR 12.00 on an approved card, by the operation, with the members of `more` overridden. */
export const paying = (apiOperation: string, more: object = {}): object => ({
  apiOperation,
  order: { amount: '12.00', currency: 'EUR' },
  sourceOfFunds: { type: 'CARD', provided: { card: CARD } },
  ...more,
});

export const withCard = (card: object): object => ({
  sourceOfFunds: { type: 'CARD', provided: { card: { ...CARD, ...card } } },
});

/** Internals that no answer may show. */
export const INNARDS =
  /node_modules|\.ts:\d|\bat .*:\d+:\d+|SQLITE|select |insert into|payment_order|\/home\/|\/tmp\/|\/work\/|file:\/\//i;
