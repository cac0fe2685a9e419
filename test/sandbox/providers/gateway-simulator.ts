/** A gateway as the providers see it: a callback URL that records callbacks, and return URLs. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HeardCallback {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface GatewaySimulator {
  /** By host name: another site than the providers', which are addressed by IP. */
  readonly origin: string;
  readonly callbacks: readonly HeardCallback[];
  /** Returns of payers, in order. */
  readonly visits: readonly { readonly method: string; readonly path: string; readonly body: string }[];
  /** The status with which callbacks are answered; 0 leaves them without an answer. */
  status: number;
  /** References of the callbacks' payments, in order. */
  calledBack(): string[];
  close(): Promise<void>;
}

export async function openGatewaySimulator(): Promise<GatewaySimulator> {
  const callbacks: HeardCallback[] = [];
  const visits: { method: string; path: string; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
    }
    const body = Buffer.concat(chunks);
    const { headers, method = '', url: path = '' } = request;
    const isCallback = path.startsWith('/callback');
    if (isCallback) {
      callbacks.push({ headers, body });
    } else if (path !== '/favicon.ico') {
      visits.push({ method, path, body: body.toString() });
    }
    if (isCallback && simulator.status === 0) {
      return;
    }
    response.writeHead(isCallback ? simulator.status : 200, { 'content-type': 'text/html', location: '/elsewhere' });
    response.end(isCallback ? '' : '<!doctype html><title>Back</title><h1>Back</h1>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const simulator: GatewaySimulator = {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    callbacks,
    visits,
    status: 204,
    calledBack: () => callbacks.map(({ body }) => (JSON.parse(body.toString()) as { reference: string }).reference),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return simulator;
}
