/** More connections of one address than anybody needs, and who still gets in. */
import { once } from 'node:events';
import { BlockList, connect, type Socket } from 'node:net';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ClientCertificates } from '../../src/http/client-certificate.ts';
import { ConnectionTable } from '../../src/http/connection-table.ts';
import { createHttpServer } from '../../src/http/http-server.ts';

/** As the gateway's limits, a hundredth of each. */
const MAX = 100;
const PER_ADDRESS_MAX = 10;
/** What the attack held when the limit was one for all. */
const HELD = MAX;

const trustedProxies = new BlockList();
trustedProxies.addAddress('127.0.0.9');

let app: ReturnType<typeof createHttpServer>;
let table: ConnectionTable;
let port: number;
/** Ends a request that is under way, each. */
let finish: (() => void)[];
const held: Socket[] = [];
let logged: string[];

beforeEach(async () => {
  finish = [];
  logged = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  table = new ConnectionTable({ max: MAX, perAddressMax: PER_ADDRESS_MAX, trustedProxies });
  app = createHttpServer({
    log,
    clientCertificates: new ClientCertificates({ proxies: new BlockList(), clock: { now: () => Date.now() }, log }),
    trustedProxies,
    connections: table,
    publicHost: 'pay.example',
    probes: [],
    isRest: () => true,
    problemPage: async () => undefined,
  });
  app.get('/quick', async () => ({}));
  app.get('/slow', () => new Promise((resolve) => void finish.push(() => resolve({}))));
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as { port: number }).port;
});

afterEach(async () => {
  for (const one of finish) {
    one();
  }
  for (const socket of held.splice(0)) {
    socket.destroy();
  }
  await app.close();
});

const request = (path: string, ...headers: string[]) =>
  `${[`GET ${path} HTTP/1.1`, 'Host: pay.example', ...headers].join('\r\n')}\r\n\r\n`;

async function open(from: string, text: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  socket.on('error', () => undefined);
  // One that nobody reads never sees its end.
  socket.resume();
  held.push(socket);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

const hold = async (count: number, from: string, text: string) => {
  const sockets: Socket[] = [];
  for (let opened = 0; opened < count; opened += 1) {
    sockets.push(await open(from, text));
  }
  return sockets;
};

/** @returns whether a new connection gets its answer */
async function isServed(from: string): Promise<boolean> {
  const socket = await open(from, request('/quick', 'Connection: close'));
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  await once(socket, 'close');
  return text.startsWith('HTTP/1.1 200');
}

describe('all the connections that there are, held by one address', () => {
  it.each([
    ['that rest after a request', request('/quick')],
    ['that never say anything', ''],
    ['that stop in the middle of a header', 'GET /quick HTTP/1.1\r\nHo'],
  ])('%s, keep nobody else out', async (_what, text) => {
    await hold(HELD, '127.0.0.1', text);
    for (let tries = 0; tries < 20; tries += 1) {
      expect(await isServed('127.0.0.2')).toBe(true);
    }
    expect(await isServed('127.0.0.1')).toBe(true);
    expect(table.givenUp().address).toBeGreaterThanOrEqual(HELD - PER_ADDRESS_MAX);
    expect(table.open()).toBeLessThanOrEqual(PER_ADDRESS_MAX + 2);
  });

  it('leave a request alone that is under way, and give the longest resting one up', async () => {
    const worker = await open('127.0.0.1', request('/slow'));
    await expect.poll(() => finish).toHaveLength(1);
    const resting = await hold(PER_ADDRESS_MAX - 1, '127.0.0.1', request('/quick'));
    const [next] = await hold(1, '127.0.0.1', request('/quick'));
    await expect.poll(() => resting.filter(({ closed }) => closed)).toHaveLength(1);
    expect([worker.closed, next!.closed]).toEqual([false, false]);
    let text = '';
    worker.on('data', (chunk) => {
      text += chunk.toString();
    });
    finish[0]!();
    await expect.poll(() => text).toMatch(/^HTTP\/1\.1 200/);
  });

  it('that rest after an answer go before those that have just begun a request', async () => {
    const begun = await hold(3, '127.0.0.1', 'GET /quick HTTP/1.1\r\nHo');
    const next = await hold(3, '127.0.0.1', `${request('/quick')}`);
    const answers = await hold(PER_ADDRESS_MAX - 6, '127.0.0.1', request('/quick'));
    await Promise.all([...next, ...answers].map((socket) => socket.bytesRead > 0 || once(socket, 'data')));
    // These are in the middle of their second request.
    const read = next.map((socket) => once(socket, 'data'));
    for (const socket of next) {
      socket.write(`${request('/quick')}`);
    }
    await Promise.all(read);
    for (const socket of next) {
      socket.write('GET /quick HTTP/1.1\r\nHo');
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
    for (const _ of answers) {
      expect(await isServed('127.0.0.1')).toBe(true);
      await hold(1, '127.0.0.1', 'GET /quick HTTP/1.1\r\nHo');
    }
    expect(answers.map(({ closed }) => closed)).toEqual(answers.map(() => true));
    expect([...begun, ...next].filter(({ closed }) => closed)).toEqual([]);
  });

  it('that are all at work, take no further one of that address', async () => {
    await hold(PER_ADDRESS_MAX, '127.0.0.1', request('/slow'));
    await expect.poll(() => finish).toHaveLength(PER_ADDRESS_MAX);
    expect(await isServed('127.0.0.1')).toBe(false);
    expect(await isServed('127.0.0.2')).toBe(true);
  });
});

it('all the connections that there are, held by many addresses, give their longest resting one up', async () => {
  for (let address = 10; address < 10 + MAX / PER_ADDRESS_MAX; address += 1) {
    await hold(PER_ADDRESS_MAX, `127.0.0.${address}`, request('/quick'));
  }
  await expect.poll(() => table.open()).toBe(MAX);
  expect(await isServed('127.0.0.2')).toBe(true);
  expect(table.givenUp().full).toBe(1);
});

it('a trusted proxy holds as many as it needs', async () => {
  const sockets = await hold(3 * PER_ADDRESS_MAX, '127.0.0.9', request('/quick'));
  expect(await isServed('127.0.0.2')).toBe(true);
  expect(sockets.filter(({ closed }) => closed)).toEqual([]);
});

it('counts what is open', async () => {
  const sockets = await hold(5, '127.0.0.1', request('/quick'));
  await expect.poll(() => table.open()).toBe(5);
  for (const socket of sockets) {
    socket.destroy();
  }
  await expect.poll(() => table.open()).toBe(0);
});

it('warns once of a proxy at a private address that is not trusted', async () => {
  for (const from of ['127.0.0.9', '127.0.0.1', '127.0.0.1']) {
    const socket = await open(from, request('/quick', 'X-Forwarded-For: 198.51.100.1'));
    await once(socket, 'data');
  }
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ from: '127.0.0.1', level: 40 }]);
});
