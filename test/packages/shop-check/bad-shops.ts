/** Check pages that answer badly, each in its own way. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
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
  'redirects to an app': [
    (_, response) => response.writeHead(307, { location: 'myapp://check' }).end(),
    /redirects \(307\) to myapp:\/\/check, which is no page/,
  ],
  'redirects nowhere': [(_, response) => response.writeHead(302).end(), /redirects \(302\) to no address/],
  'redirects to a sign-in': [
    ({ url }, response) =>
      url === '/login'
        ? response.end('<!doctype html><h1>Sign in</h1>')
        : response.writeHead(302, { location: '/login' }).end(),
    /\/check, by way of \S+\/login, answers HTML \(200\)/,
  ],
  'redirects to a host that is not known': [
    (_, response) => response.writeHead(301, { location: 'http://nowhere.invalid/check' }).end(),
    /^The name nowhere\.invalid is not known/,
  ],
  'redirects to https, where nothing speaks it': [
    ({ socket }, response) =>
      response.writeHead(308, { location: `https://localhost:${socket.localPort}/check` }).end(),
    /does not answer with TLS: is it http\?/,
  ],
  'upgrades the connection': [
    ({ socket }) => socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    /closed the connection before its answer/,
  ],
  'breaks off in its answer': [
    (_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"order', () => response.destroy());
    },
    /closed the connection before its answer was complete/,
  ],
  'says gzip and sends none': [
    (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('{}'),
    /broken, unknown or too large \(Content-Encoding\)/,
  ],
  'sends zeros by gzip without end': [
    (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(2 ** 25))),
    /broken, unknown or too large \(Content-Encoding\)/,
  ],
  'answers nothing': [(_, response) => response.writeHead(204).end(), /answers 204 with nothing in place of JSON/],
  'answers a list': [json([]), /answers makeOrder with \[\] in place of an object/],
  'answers an error in HTML': [
    (_, response) => response.writeHead(500).end('<html>Oops</html>'),
    /answers 500: a page in HTML\./,
  ],
  'answers an error with control characters': [
    (_, response) => response.writeHead(500).end('\u001b[31mred\u0007'),
    /answers 500: \[31mred$/m,
  ],
  'offers no orders': [(_, response) => response.writeHead(501).end(), /offers no order that is paid at once/],
  'offers no states': [
    ({ method }, response) =>
      method === 'GET' ? response.writeHead(501).end() : response.end('{"order": "1", "pay": "/pay"}'),
    /answers 501: nothing\./,
  ],
  'forgets its orders': [
    ({ method }, response) =>
      method === 'GET' ? response.writeHead(404).end() : response.end('{"order": "1", "pay": "/pay"}'),
    /does not know the order 1 that it made \(404\)/,
  ],
  'gives an empty id': [json({ order: '', pay: '/pay' }), /did not give its id/],
  'gives an address that is no page': [json({ order: '1', pay: 'javascript:1' }), /`pay` is to be a URL with http/],
  'gives no state': [json({ order: '1', pay: '/pay' }), /gives no `state` of order 1\. It is to be one of/],
  'has states in capitals': [json({ order: '1', pay: '/pay', state: 'OPEN' }), /"OPEN"\. It is to be one of: open/],
  'has a state without end': [
    json({ order: '1', pay: '/pay', state: 'x'.repeat(100_000) }),
    /is "x{199}…\. It is to be one of: open/,
  ],
  'has shipped less than nothing': [
    json({ order: '1', pay: '/pay', state: 'open', paid: '0', refunded: '0', shipped: -1 }),
    /`shipped` of order 1 is to be a whole number/,
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
