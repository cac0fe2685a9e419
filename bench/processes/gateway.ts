/** The gateway as its operator starts it, on a folder and a port of its own. */
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { PROGRAM, pointer } from '../../scripts/lib/built-folders.mjs';
import { untilReady } from '../../src/start/ready.ts';
import { fetchOnce } from './fetch-once.ts';
import type { World } from './world.ts';

const READY_MS_MAX = 60_000;

export const HOST = '127.0.0.1';
/** The merchant that the sandbox creates. */
export const MERCHANT = 'TESTSHOP';
export const API_PASSWORD = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';
export const MERCHANT_PATH = merchantPath(MERCHANT);
export const MERCHANT_HEADERS = merchantHeaders(MERCHANT);
/** The bundle that `npm run bench` has made of the sources, as an operator's commands start it. */
export const ENTRY = new URL(`../../dist/program/${pointer(PROGRAM)?.folder}/server.mjs`, import.meta.url);
export const SANDBOX = new URL('../../src/sandbox/main.ts', import.meta.url);
export const PROBE = new URL('./probe.ts', import.meta.url).href;

export interface GatewayPlace {
  readonly port: number;
  readonly origin: string;
  readonly databaseFile: string;
  readonly env: Readonly<Record<string, string>>;
}

export function merchantPath(id: string): string {
  return `/api/rest/version/100/merchant/${id}`;
}

/** The headers of a merchant with the common password. */
export function merchantHeaders(id: string) {
  return {
    authorization: `Basic ${Buffer.from(`merchant.${id}:${API_PASSWORD}`).toString('base64')}`,
    'content-type': 'application/json',
  } as const;
}

/** Chooses the port before the start, since the gateway must know its own public origin. */
export async function gatewayPlace(
  folder: string,
  { acquirerPort, providersPort, providersSecret }: World,
): Promise<GatewayPlace> {
  mkdirSync(join(folder, 'sandbox'));
  writeFileSync(join(folder, 'sandbox', 'provider-key'), `${providersSecret}\n`, { mode: 0o600 });
  return placeOf(folder, await freePort(), {
    SANDBOX_PORT: providersPort.toString(),
    ACQUIRER_URL: `iso8583://${HOST}:${acquirerPort}`,
  });
}

/** The place of a further process on the same database, with the same keys. It has a public origin of its own. */
export async function placeBeside(place: GatewayPlace): Promise<GatewayPlace> {
  const port = await freePort();
  const origin = `http://${HOST}:${port}`;
  return { ...place, port, origin, env: { ...place.env, PORT: port.toString(), PUBLIC_ORIGIN: origin } };
}

/** Like `gatewayPlace`, for a gateway with a whole sandbox. Both have the same folder and the same environment. */
export async function sandboxedPlace(folder: string): Promise<GatewayPlace> {
  return placeOf(folder, await freePort(), {
    SANDBOX_PORT: (await freePort()).toString(),
    SANDBOX_BANKS_PORT: (await freePort()).toString(),
    SANDBOX_3DS_PORT: (await freePort()).toString(),
    ACQUIRER_URL: `iso8583://${HOST}:${await freePort()}`,
  });
}

function placeOf(folder: string, port: number, env: Readonly<Record<string, string>>): GatewayPlace {
  const origin = `http://${HOST}:${port}`;
  return {
    port,
    origin,
    databaseFile: join(folder, 'turnpike.db'),
    env: {
      HOST,
      PORT: port.toString(),
      PUBLIC_ORIGIN: origin,
      DATA_DIR: folder,
      // The receiver listens on any free port.
      NOTIFICATION_LOOPBACK_PORTS: '1024-65535',
      SANDBOX_API_PASSWORD: API_PASSWORD,
      TURNPIKE_MODE: 'sandbox',
      ...env,
    },
  };
}

/** @throws Error when the sandbox does not listen in time */
export async function sandboxReady(port: number): Promise<void> {
  const signal = AbortSignal.timeout(READY_MS_MAX);
  await untilReady({ host: HOST, port, tls: false }, '/', `localhost:${port}`, signal);
  if (signal.aborted) {
    throw new Error(`The sandbox was not ready after ${READY_MS_MAX} ms.`);
  }
}

/**
 * Waits until the store is open, the acquirer is signed on, and the merchant's password is cached. The first check of a
 * password is slow on purpose, and too many concurrent checks are refused.
 *
 * @throws Error when the gateway is not ready in time
 */
export async function gatewayReady({ port, origin }: GatewayPlace): Promise<void> {
  const signal = AbortSignal.timeout(READY_MS_MAX);
  await untilReady({ host: HOST, port, tls: false }, '/readyz', new URL(origin).host, signal);
  if (signal.aborted) {
    throw new Error(`The gateway was not ready after ${READY_MS_MAX} ms.`);
  }
  const { status } = await fetchOnce(`${origin}${MERCHANT_PATH}/session`, {
    method: 'POST',
    headers: MERCHANT_HEADERS,
  });
  if (status !== 201) {
    throw new Error(`The gateway answered the merchant's first request with ${status}.`);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
