/** Check pages that answer badly, each in its own way. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createAuthority } from '../../support/certificates.ts';

export interface BadShop {
  /** The address of its check page. */
  readonly url: string;
  close(): Promise<void>;
}

const json =
  (body: unknown): RequestListener =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

/** By the defect, each with its answers and with a part of the sentence that names it. */
export const BAD_SHOPS: Readonly<Record<string, readonly [answer: RequestListener, sentence: RegExp]>> = {
  'never answers': [() => undefined, /\/check has not answered within 1 s\./],
  'closes the connection': [(request) => request.socket.destroy(), /closed the connection before its answer/],
  'redirects to itself': [
    (_, response) => response.writeHead(302, { location: '/check' }).end(),
    /The check page \S+ redirects without end/,
  ],
  'answers an error': [(_, response) => response.writeHead(500).end('Oops at line 7'), /answers 500: Oops at line 7/],
  'answers HTML': [
    (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Welcome</h1>'),
    /answers HTML \(200\) in place of JSON/,
  ],
  'answers text': [(_, response) => response.end('fine'), /answers no JSON: fine/],
  'refuses the token': [(_, response) => response.writeHead(403).end(), /refuses the token \(403\)/],
  'is behind a path prefix': [(_, response) => response.writeHead(404).end(), /is a path prefix missing\?/],
  'answers without end': [
    (_, response) => {
      const more = () => {
        while (response.write('x'.repeat(65_536))) {
          // Until the buffer is full.
        }
      };
      response.on('drain', more);
      more();
    },
    /answers with more than 4 MB\./,
  ],
  'gives no id': [json({ pay: '/pay' }), /did not give its id/],
  'gives no address': [json({ order: '1' }), /without the address where the payer starts/],
  'has states of its own': [
    json({ order: '1', pay: '/pay', state: 'processing' }),
    /"processing"\. It is to be one of: open/,
  ],
  'says that a new order is paid': [
    json({ order: '1', pay: '/pay', state: 'paid', paid: '1', refunded: '0' }),
    /says that it is paid before anybody could pay/,
  ],
  'gives no amount': [
    json({ order: '1', pay: '/pay', state: 'open', paid: 'a lot' }),
    /`paid` of order 1 is to be an amount/,
  ],
};

export async function openBadShop(answer: RequestListener): Promise<BadShop> {
  return served(createServer(answer), 'http');
}

/** A shop whose certificate no trusted authority has issued. */
export async function openUntrustedShop(answer: RequestListener): Promise<BadShop & { readonly authority: string }> {
  const authority = createAuthority('A shop');
  const { cert, key } = authority.issue({ name: 'localhost', use: 'server', hosts: ['localhost'] });
  return { ...(await served(createTlsServer({ cert, key }, answer), 'https')), authority: authority.cert };
}

async function served(server: Server, scheme: 'http' | 'https'): Promise<BadShop> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `${scheme}://localhost:${(server.address() as AddressInfo).port}/check`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
