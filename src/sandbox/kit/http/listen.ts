/** A simulator alone, on a port of its own, for callers that do not need the rest of the sandbox. */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createSandboxApp } from './http-app.ts';

export const LOOPBACK = '127.0.0.1';

export interface Listening {
  readonly port: number;
  /** `http://127.0.0.1:port` */
  readonly origin: string;
  close(): Promise<void>;
}

/** @param port 0 lets the system choose @throws when the port is in use */
export async function listenOnLoopback(addRoutes: (app: FastifyInstance) => void, port = 0): Promise<Listening> {
  const app = createSandboxApp();
  addRoutes(app);
  await app.listen({ host: LOOPBACK, port });
  const { port: own } = app.server.address() as AddressInfo;
  return { port: own, origin: `http://${LOOPBACK}:${own}`, close: () => app.close() };
}

/**
 * Calls `listens` with the origin of the server's pages once it listens. Payers' links use the IP address, so that
 * browsers treat the pages as another site than the gateway, as in production.
 */
export function onOrigin(app: FastifyInstance, listens: (origin: string) => void): void {
  app.addHook('onListen', async () => {
    listens(`http://${LOOPBACK}:${(app.server.address() as AddressInfo).port}`);
  });
}
