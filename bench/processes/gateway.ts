/** The gateway as its operator starts it, on a folder and a port of its own. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { untilReady } from '../../src/start/ready.ts';
import type { World } from './world.ts';

const READY_MS_MAX = 20_000;

export const HOST = '127.0.0.1';
export const MERCHANT = 'TESTSHOP';
export const API_PASSWORD = 'bench-0123456789abcdef';
export const ENTRY = new URL('../../src/server.ts', import.meta.url);
export const PROBE = new URL('./probe.ts', import.meta.url).href;

export interface GatewayPlace {
  readonly port: number;
  readonly origin: string;
  readonly databaseFile: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Chosen before the start: the gateway must know its own public origin, and nobody tells which port it would get. */
export async function gatewayPlace(folder: string, { acquirerPort }: World): Promise<GatewayPlace> {
  const port = await freePort();
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
      ACQUIRER_URL: `iso8583://${HOST}:${acquirerPort}`,
      SANDBOX_API_PASSWORD: API_PASSWORD,
      TURNPIKE_MODE: 'sandbox',
    },
  };
}

/** Store open, acquirer signed on. @throws Error when it is not by then */
export async function gatewayReady({ port, origin }: GatewayPlace): Promise<void> {
  const signal = AbortSignal.timeout(READY_MS_MAX);
  await untilReady({ host: HOST, port, tls: false }, '/readyz', new URL(origin).host, signal);
  if (signal.aborted) throw new Error(`The gateway was not ready after ${READY_MS_MAX} ms.`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
