/** A shop on an origin of its own: its pages load the gateway's scripts, and its server records returned forms. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ScriptShop {
  /** `http://127.0.0.1:…`: another site than the gateway's `localhost`. */
  readonly origin: string;
  /** The fields of each body posted to `/home`. */
  readonly posted: readonly Readonly<Record<string, string>>[];
  /** @param headers of the page's answer, such as its policy @returns the page's address */
  page(html: string, headers?: Readonly<Record<string, string>>): string;
  /** A file of the shop for its pages, at this path. */
  file(path: string, text: string, type: string): void;
  close(): Promise<void>;
}

export async function openScriptShop(): Promise<ScriptShop> {
  const pages = new Map<string, { readonly html: string; readonly headers: Readonly<Record<string, string>> }>();
  const posted: Record<string, string>[] = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://shop');
    if (request.method === 'POST') {
      posted.push(Object.fromEntries(new URLSearchParams(await bodyOf(request))));
    }
    const { html, headers } = pages.get(pathname) ?? { html: '<!doctype html><h1>Home</h1>', headers: {} };
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...headers });
    response.end(html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    posted,
    page(html, headers = {}) {
      const path = `/page-${pages.size}`;
      pages.set(path, { html, headers });
      return origin + path;
    },
    file(path, text, type) {
      pages.set(path, { html: text, headers: { 'Content-Type': type } });
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}
