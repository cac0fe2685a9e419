/** The merchant's own site during a payment: return pages, which record their visitors. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReturnShop {
  /** `http://localhost:…`. Another site than the gateway's if that is called by `address`. */
  readonly origin: string;
  /** The same with its IP address. */
  readonly address: string;
  /** Paths with their queries, in request order. */
  readonly visits: readonly string[];
  /** The contents of `/page`. */
  setPage(html: string): void;
  close(): Promise<void>;
}

export async function openReturnShop(): Promise<ReturnShop> {
  const visits: string[] = [];
  let page = '';
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    if (path !== '/favicon.ico') {
      visits.push(path);
    }
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(path.startsWith('/page') ? page : '<!doctype html><title>Back</title><h1>Back at the shop</h1>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    address: `http://127.0.0.1:${port}`,
    visits,
    setPage(html) {
      page = html;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
