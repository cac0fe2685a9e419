/** Clients that half-close the connection after the request, and wait for the answer: over real sockets. */
import { once } from 'node:events';
import { BlockList, connect, type Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Secret } from '../../src/contract/secret.ts';
import { ClientCertificates } from '../../src/http/connections/client-certificate.ts';
import { createAdminServer } from '../../src/http/listener/admin-server.ts';
import { createHttpServer } from '../../src/http/listener/http-server.ts';
import { createAuthority } from '../support/certificates.ts';

const LISTENERS = ['plain', 'TLS', 'admin'] as const;
type Listener = (typeof LISTENERS)[number];
/** More than the buffers of the two ends hold at once. */
const LARGE_BYTES = 4 * 1_024 * 1_024;

const authority = createAuthority('Example Server Authority');
const own = authority.issue({ name: 'gateway', use: 'server', hosts: ['localhost'] });
const log = pino({ level: 'silent' });
const clientCertificates = new ClientCertificates({ proxies: new BlockList(), clock: { now: () => Date.now() }, log });
const common = { log, clientCertificates, publicHost: 'pay.example', probes: [], isRest: () => true };

let apps: Record<Listener, ReturnType<typeof createHttpServer>>;
/** Resolving it answers the request to `/slow`. */
let finish: PromiseWithResolvers<void>;
/** The clients' ends of their connections, below TLS. */
let sockets: Socket[];

beforeEach(async () => {
  finish = Promise.withResolvers();
  sockets = [];
  const problemPage = async () => undefined;
  apps = {
    plain: createHttpServer({ ...common, problemPage }),
    TLS: createHttpServer({ ...common, problemPage, tls: { cert: own.cert, key: new Secret(own.key) } }),
    admin: createAdminServer(common),
  };
  for (const app of Object.values(apps)) {
    app.post('/healthz', async (request) => ({ received: String(request.body) }));
    app.get('/healthz', async () => ({ received: '' }));
    app.get('/large', async () => Buffer.alloc(LARGE_BYTES, 'a'));
    app.get('/readyz', async () => {
      await finish.promise;
      return { received: 'late' };
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
  }
});

afterEach(async () => {
  finish.resolve();
  for (const socket of sockets) {
    socket.destroy();
  }
  await Promise.all(Object.values(apps).map((app) => app.close()));
});

async function open(listener: Listener): Promise<Socket> {
  const { port } = apps[listener].server.address() as { port: number };
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  sockets.push(socket);
  await once(socket, 'connect');
  if (listener !== 'TLS') {
    return socket;
  }
  // A socket that TLS owns by its handle cannot be reset.
  const [inner, outer] = duplexPair();
  outer.pipe(socket).pipe(outer);
  const secured = connectTls({ socket: inner, servername: 'localhost', ca: authority.cert });
  await once(secured, 'secureConnect');
  return secured;
}

function requestText(version: string, path: string, body?: string): string {
  const lines = [`${body === undefined ? 'GET' : 'POST'} ${path} HTTP/${version}`, 'Host: pay.example'];
  // Without it HTTP/1.0 ends the connection anyway.
  lines.push('Connection: keep-alive', ...(body === undefined ? [] : [`Content-Length: ${body.length}`]));
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

/** @returns all that the server sends until it closes the connection */
async function received(socket: Socket): Promise<string> {
  let text = '';
  for await (const bytes of socket) {
    text += bytes;
  }
  return text;
}

describe.each(LISTENERS)('on the %s listener, a client that half-closes its connection', (listener) => {
  it.each([
    ['1.0', undefined],
    ['1.0', '{"a":1}'],
    ['1.1', undefined],
    ['1.1', '{"a":1}'],
  ])('after a request of HTTP/%s with the body %s is answered, and its connection closed', async (version, body) => {
    const socket = await open(listener);
    socket.end(requestText(version, '/healthz', body));
    const text = await received(socket);
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect(text).toContain(JSON.stringify({ received: body ?? '' }));
  });

  it('gets an answer that is late, long after its end of sending', async () => {
    const socket = await open(listener);
    const [connection] = await Promise.all([serverSide(listener), socket.write(requestText('1.1', '/readyz'))]);
    const isEnded = once(connection, 'end');
    socket.end();
    await isEnded;
    finish.resolve();
    expect(await received(socket)).toContain('{"received":"late"}');
    await expect.poll(() => connection.destroyed).toBe(true);
  });

  it('gets the answers to each of several requests', async () => {
    const socket = await open(listener);
    socket.end(requestText('1.1', '/healthz', 'one') + requestText('1.1', '/healthz', 'two'));
    expect((await received(socket)).match(/"received":"\w+"/g)).toEqual(['"received":"one"', '"received":"two"']);
  });

  it('without a request, or in the middle of a body, keeps no connection', async () => {
    const silent = await open(listener);
    silent.end();
    expect(await received(silent)).toBe('');
    const unfinished = await open(listener);
    unfinished.end(requestText('1.1', '/healthz', '{"a":1}').slice(0, -1));
    expect(await received(unfinished)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('after the answer keeps no connection', async () => {
    const socket = await open(listener);
    socket.write(requestText('1.1', '/healthz'));
    await once(socket, 'readable');
    socket.end();
    expect(await received(socket)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('is closed at once if it resets the connection before the answer', async () => {
    const socket = await open(listener);
    const [connection] = await Promise.all([serverSide(listener), socket.write(requestText('1.1', '/readyz'))]);
    sockets.at(-1)?.resetAndDestroy();
    await expect.poll(() => connection.destroyed).toBe(true);
  });
});

it.each(['plain', 'TLS'] as const)('a half-closed client on the %s listener gets a large answer whole', async (on) => {
  const socket = await open(on);
  socket.end(requestText('1.1', '/large'));
  const text = await received(socket);
  expect(text.slice(text.indexOf('\r\n\r\n') + 4)).toHaveLength(LARGE_BYTES);
});

/** @returns the server's socket of the next request */
async function serverSide(listener: Listener): Promise<Socket> {
  const [request] = await once(apps[listener].server, 'request');
  return request.socket;
}
