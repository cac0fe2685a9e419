/** More connections from one address than any client needs, and the clients that are still served. */
import { once } from 'node:events';
import { BlockList, connect, type Socket } from 'node:net';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ClientCertificates } from '../../../src/http/connections/client-certificate.ts';
import { ConnectionTable } from '../../../src/http/connections/connection-table.ts';
import { createHttpServer } from '../../../src/http/listener/http-server.ts';
import { noteKnownCaller } from '../../../src/http/logging/request-log.ts';

/** The gateway's limits, divided by a hundred. */
const MAX = 100;
const PER_ADDRESS_MAX = 10;
const PER_NETWORK_MAX = 60;
const PACED_PER_ADDRESS_MAX = 4;
const PACED_PER_NETWORK_MAX = 6;
/** The connections that the attack held when there was only one limit for all. */
const HELD = MAX;

const trustedProxies = new BlockList();
trustedProxies.addAddress('127.0.0.9');

/** A client that reads in pieces takes megabytes a second on this machine. */
const PACE = { lookedAtEveryMs: 20, graceMs: 60_000, bytesPerSecondMin: 10_000 };
/** More than all buffers between the two ends hold. */
const LARGE = Buffer.alloc(32 * 1_024 * 1_024, 'a');

let pace: typeof PACE;
let app: ReturnType<typeof createHttpServer>;
let table: ConnectionTable;
let port: number;
/** Each ends a request that is under way. */
let finish: (() => void)[];
const held: Socket[] = [];
let logged: string[];

beforeEach(() => start(PACE));

async function start(paced: typeof PACE): Promise<void> {
  pace = paced;
  finish = [];
  logged = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  table = new ConnectionTable({
    max: MAX,
    perAddress: { max: PER_ADDRESS_MAX, pacedMax: PACED_PER_ADDRESS_MAX },
    perNetwork: { max: PER_NETWORK_MAX, pacedMax: PACED_PER_NETWORK_MAX },
    pace,
    trustedProxies,
  });
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
  app.get('/large', async () => LARGE);
  app.post('/body', async () => ({}));
  app.get('/known', async (request) => {
    noteKnownCaller(request);
    return {};
  });
  app.get('/events', (request, reply) => {
    request.raw.socket.once('end', () => reply.raw.end());
    reply.hijack();
    reply.raw.writeHead(200, { 'Content-Type': 'text/event-stream' });
    reply.raw.write(': watching\n\n');
  });
  app.get('/slow', () => new Promise((resolve) => void finish.push(() => resolve({}))));
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as { port: number }).port;
}

afterEach(() => stop());

async function stop(): Promise<void> {
  for (const one of finish) {
    one();
  }
  for (const socket of held.splice(0)) {
    socket.destroy();
  }
  await app.close();
}

const request = (path: string, ...headers: string[]) =>
  `${[`GET ${path} HTTP/1.1`, 'Host: pay.example', ...headers].join('\r\n')}\r\n\r\n`;

/** @param isRead false: the client reads no part of an answer, and only the server sees the end of the connection */
async function open(from: string, text: string, isRead = true): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  socket.on('error', () => undefined);
  if (isRead) {
    socket.resume();
  }
  held.push(socket);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

const hold = async (count: number, from: string, text: string, isRead = true) => {
  const sockets: Socket[] = [];
  for (let opened = 0; opened < count; opened += 1) {
    sockets.push(await open(from, text, isRead));
  }
  return sockets;
};

/** Fills the table with this many of each address, two addresses to a network. @returns those of each address */
async function holdAll(perAddress: number, text: string, isRead = true): Promise<Socket[][]> {
  const all: Socket[][] = [];
  for (let address = 0; address < MAX / perAddress; address += 1) {
    all.push(await hold(perAddress, `127.1.${address >> 1}.${address + 1}`, text, isRead));
  }
  return all;
}

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

describe('connections of one address that take all places', () => {
  it.each([
    ['that rest after a request', request('/quick')],
    ['that never say anything', ''],
    ['that stop in the middle of a header', 'GET /quick HTTP/1.1\r\nHo'],
  ])('%s, do not keep other addresses out', async (_what, text) => {
    await hold(HELD, '127.0.0.1', text);
    for (let tries = 0; tries < 20; tries += 1) {
      expect(await isServed('127.0.0.2')).toBe(true);
    }
    expect(await isServed('127.0.0.1')).toBe(true);
    expect(table.closedCounts().address).toBeGreaterThanOrEqual(HELD - PER_ADDRESS_MAX);
    expect(table.open()).toBeLessThanOrEqual(PER_ADDRESS_MAX + 2);
  });

  it('are closed from the longest idle one on, and not during a request', async () => {
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

  it('that idle after an answer are closed before those that have just begun a request', async () => {
    const requests = await hold(3, '127.0.0.1', 'GET /quick HTTP/1.1\r\nHo');
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
    expect([...requests, ...next].filter(({ closed }) => closed)).toEqual([]);
  });

  it('are not joined by a further one of that address while all have requests under way', async () => {
    await hold(PER_ADDRESS_MAX, '127.0.0.1', request('/slow'));
    await expect.poll(() => finish).toHaveLength(PER_ADDRESS_MAX);
    expect(await isServed('127.0.0.1')).toBe(false);
    expect(await isServed('127.0.0.2')).toBe(true);
  });
});

it('connections of many addresses that take all places are closed from the longest idle one on', async () => {
  await holdAll(PER_ADDRESS_MAX, request('/quick'));
  await expect.poll(() => table.open()).toBe(MAX);
  expect(await isServed('127.0.0.2')).toBe(true);
  expect(table.closedCounts().full).toBe(1);
});

describe('clients that send or read slowly', () => {
  const CRAWLING = [
    ['take no answer', request('/large'), false],
    ['never finish a small body', 'POST /body HTTP/1.1\r\nHost: pay.example\r\nContent-Length: 10\r\n\r\n{', true],
  ] as const;
  const isPlaced = () => new Promise((resolve) => setTimeout(resolve, 3 * PACE.lookedAtEveryMs));

  it.each(CRAWLING)('do not keep others out, when they hold all connections and %s', async (_what, text, isRead) => {
    // Two addresses a network, so that each stays within its share.
    await holdAll(2, text, isRead);
    await expect.poll(() => table.open()).toBe(MAX);
    await isPlaced();
    for (let tries = 0; tries < 20; tries += 1) {
      expect(await isServed('127.0.0.2')).toBe(true);
    }
    expect(table.closedCounts()).toMatchObject({ address: 0, network: 0 });
    expect(table.closedCounts().full).toBeGreaterThan(0);
  });

  it.each(CRAWLING)(
    'get a small share of connections for an address, and for the network around it, when they %s',
    async (_what, text, isRead) => {
      await hold(PER_ADDRESS_MAX, '127.2.0.1', text, isRead);
      await expect.poll(() => table.open()).toBe(PACED_PER_ADDRESS_MAX);
      await hold(PACED_PER_ADDRESS_MAX, '127.2.0.2', text, isRead);
      await expect.poll(() => table.open()).toBe(PACED_PER_NETWORK_MAX);
      await hold(PACED_PER_ADDRESS_MAX, '127.2.1.1', text, isRead);
      await isPlaced();
      expect(table.open()).toBe(PACED_PER_NETWORK_MAX + PACED_PER_ADDRESS_MAX);
      expect(table.closedCounts()).toMatchObject({ address: 6, network: 2 });
    },
  );

  it('are closed after a time limit, while an event stream is not', async () => {
    await stop();
    await start({ ...PACE, graceMs: 200 });
    const events = await open('127.0.0.3', request('/events'));
    const slow = await open('127.0.0.2', request('/large'), false);
    await expect.poll(() => table.closedCounts().slow).toBe(1);
    await expect.poll(() => table.open()).toBe(1);
    expect(events.closed).toBe(false);
    slow.resume();
    await once(slow, 'close');
    expect(slow.bytesRead).toBeLessThan(LARGE.length);
  });

  // A machine that stalls for the time limit makes the reader slow, so the test is repeated then.
  it('get a whole answer that they read in pieces for longer than the time limit', { retry: 2 }, async () => {
    await stop();
    await start({ ...PACE, graceMs: 200 });
    const socket = await open('127.0.0.2', request('/large', 'Connection: close'), false);
    let taken = 0;
    socket.on('data', (piece) => {
      taken += piece.length;
      socket.pause();
      setTimeout(() => socket.resume(), 1);
    });
    await once(socket, 'end');
    expect(taken).toBeGreaterThan(LARGE.length);
    expect(table.closedCounts().slow).toBe(0);
  });

  it('are closed likewise for answers that they pipeline without reading', async () => {
    await hold(PER_ADDRESS_MAX, '127.2.0.1', request('/large').repeat(20), false);
    await expect.poll(() => table.open()).toBe(PACED_PER_ADDRESS_MAX);
    expect(await isServed('127.2.0.1')).toBe(true);
  });
});

describe('authenticated connections', () => {
  const prove = async (count: number, from: string) => {
    const sockets = await hold(count, from, request('/known'));
    await Promise.all(sockets.map((socket) => socket.bytesRead > 0 || once(socket, 'data')));
    return sockets;
  };

  it('keep their places while unauthenticated clients hold all others, and are answered', async () => {
    const proven = await prove(PER_ADDRESS_MAX, '127.3.0.1');
    await holdAll(PER_ADDRESS_MAX, request('/quick'));
    await holdAll(2, request('/large'), false);
    expect(proven.filter(({ closed }) => closed)).toEqual([]);
    const answered = proven.map((socket) => once(socket, 'data'));
    for (const socket of proven) {
      socket.write(request('/quick'));
    }
    await Promise.all(answered);
  });

  it('close their longest idle one where they hold all', async () => {
    for (let address = 0; address < MAX / PER_ADDRESS_MAX; address += 1) {
      await prove(PER_ADDRESS_MAX, `127.4.${address}.1`);
    }
    expect(await isServed('127.0.0.2')).toBe(true);
    expect(table.closedCounts().full).toBe(1);
  });
});

it('a network of many addresses holds no more connections than its share', async () => {
  for (let address = 1; address <= MAX / PER_ADDRESS_MAX; address += 1) {
    await hold(PER_ADDRESS_MAX, `127.5.0.${address}`, request('/quick'));
  }
  await expect.poll(() => table.open()).toBe(PER_NETWORK_MAX);
  expect(table.closedCounts()).toMatchObject({ address: 0, full: 0, network: MAX - PER_NETWORK_MAX });
});

it('a trusted proxy holds as many connections as it needs', async () => {
  const sockets = await hold(3 * PER_ADDRESS_MAX, '127.0.0.9', request('/quick'));
  expect(await isServed('127.0.0.2')).toBe(true);
  expect(sockets.filter(({ closed }) => closed)).toEqual([]);
});

it('the table counts open connections', async () => {
  const sockets = await hold(5, '127.0.0.1', request('/quick'));
  await expect.poll(() => table.open()).toBe(5);
  for (const socket of sockets) {
    socket.destroy();
  }
  await expect.poll(() => table.open()).toBe(0);
});

it('a proxy at a private address that is not trusted causes one warning', async () => {
  for (const from of ['127.0.0.9', '127.0.0.1', '127.0.0.1']) {
    const socket = await open(from, request('/quick', 'X-Forwarded-For: 198.51.100.1'));
    await once(socket, 'data');
  }
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ from: '127.0.0.1', level: 40 }]);
});
