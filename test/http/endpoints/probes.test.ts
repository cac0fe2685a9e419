/** The shutdown of a process: its probes, the clients that it waits for, and its last answers. */
import Fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { isClosing } from '../../../src/http/connections/closing.ts';
import { LEAVE_NOTICE_MS, TAKE_OVER_MS } from '../../../src/http/connections/http-limits.ts';
import { mountProbes } from '../../../src/http/endpoints/probes.ts';
import { PROBES } from '../../../src/http/routing/routes.ts';

const apps: { close(): unknown }[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) {
    await app.close();
  }
});

type Condition = 'WRITABLE' | 'NOT_WRITABLE' | 'CORRUPT';

async function process(
  acquirer = { isReady: true },
  store: { answers: boolean; condition: Condition } = { answers: true, condition: 'WRITABLE' },
  other?: { isReady: boolean },
  isLoaded = { now: true },
  others = async () => false,
  step = { ms: 0 },
) {
  const app = Fastify({ forceCloseConnections: true });
  apps.push(app);
  const pauses: number[] = [];
  const probes = mountProbes(app, {
    storeAnswers: async () => store.answers,
    storeCondition: () => store.condition,
    acquirers: new Map([
      ['default', { ready: () => acquirer.isReady }],
      ...(other === undefined ? [] : [['eu', { ready: () => other.isReady }] as const]),
    ]),
    isLoaded: () => isLoaded.now,
    hasOthers: others,
    clockStepMs: () => step.ms,
    pause: async (ms) => void pauses.push(ms),
  });
  app.get('/closing', async (request) => ({ closing: isClosing(request) }));
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const ready = async () => (await fetch(origin + PROBES.ready)).status;
  const body = async () => (await fetch(origin + PROBES.ready)).json();
  const closing = async () => ((await (await fetch(`${origin}/closing`)).json()) as { closing: boolean }).closing;
  return { probes, pauses, ready, body, closing };
}

it('a process is ready from its first sign-on, also while its acquirer is down', async () => {
  const acquirer = { isReady: false };
  const { ready } = await process(acquirer);
  expect(await ready()).toBe(503);
  acquirer.isReady = true;
  expect(await ready()).toBe(200);
  acquirer.isReady = false;
  expect(await ready()).toBe(200);
});

it('a process is not ready before all its modules are loaded', async () => {
  const isLoaded = { now: false };
  const { ready } = await process(undefined, undefined, undefined, isLoaded);
  expect(await ready()).toBe(503);
  isLoaded.now = true;
  expect(await ready()).toBe(200);
});

it('a process is ready once it has signed on to each of its acquirers, and names those that are down', async () => {
  const other = { isReady: false };
  const { ready, body } = await process({ isReady: true }, { answers: true, condition: 'WRITABLE' }, other);
  expect(await ready()).toBe(503);
  const acquirers = { default: 'up', eu: 'down' };
  expect(await body()).toEqual({ status: 'not ready', store: 'up', acquirer: 'down', acquirers });
  other.isReady = true;
  expect(await ready()).toBe(200);
  other.isReady = false;
  expect(await body()).toEqual({ status: 'ready', store: 'up', acquirer: 'down', acquirers });
});

it.each([
  ['NOT_WRITABLE', 'not writable'],
  ['CORRUPT', 'corrupt'],
] as const)(
  'a process is not ready while its store answers and is %s, and is ready again afterwards',
  async (condition, message) => {
    const store: { answers: boolean; condition: Condition } = { answers: true, condition };
    const { ready, body } = await process({ isReady: true }, store);
    expect(await ready()).toBe(503);
    expect(await body()).toEqual({ status: 'not ready', store: message, acquirer: 'up' });
    store.answers = false;
    expect(await body()).toMatchObject({ store: 'down' });
    Object.assign(store, { answers: true, condition: 'WRITABLE' });
    expect(await body()).toEqual({ status: 'ready', store: 'up', acquirer: 'up' });
  },
);

it('a process that a balancer polls reports not ready on close, and gives the balancer time to notice', async () => {
  const { probes, pauses, ready, closing } = await process();
  expect([await ready(), await ready(), await ready()]).toEqual([200, 200, 200]);
  expect(await closing()).toBe(false);
  await probes.announceClosing();
  expect(pauses).toEqual([LEAVE_NOTICE_MS]);
  expect(await ready()).toBe(503);
  expect(await closing()).toBe(true);
});

it('a process that only its starters polled leaves at once', async () => {
  const { probes, pauses, ready } = await process();
  expect([await ready(), await ready()]).toEqual([200, 200]);
  await probes.announceClosing();
  expect(pauses).toEqual([]);
});

it('a process that shares its store delays its close, so that proxies without health checks notice it', async () => {
  const { probes, pauses, ready, closing } = await process(
    undefined,
    undefined,
    undefined,
    undefined,
    async () => true,
  );
  expect(await ready()).toBe(200);
  await probes.announceClosing();
  expect(pauses).toEqual([TAKE_OVER_MS]);
  expect(await closing()).toBe(true);
});

it('a process that another one replaces on its socket stays ready, and gives its clients time to reconnect', async () => {
  const { probes, pauses, ready, closing } = await process();
  await probes.announceClosing({ way: 'REPLACED' });
  expect(pauses).toEqual([LEAVE_NOTICE_MS]);
  expect(await probes.isReady()).toBe(true);
  expect(await ready()).toBe(200);
  expect(await closing()).toBe(true);
});

it('a process whose supervisor died leaves at once', async () => {
  const { probes, pauses, ready } = await process(undefined, undefined, undefined, undefined, async () => true);
  await probes.announceClosing({ way: 'ORPHANED' });
  expect(pauses).toEqual([]);
  expect(await ready()).toBe(503);
});

it('a process leaves although its store does not answer', async () => {
  const { probes, pauses } = await process(undefined, undefined, undefined, undefined, async () => {
    throw new Error('The store is away.');
  });
  await probes.announceClosing();
  expect(pauses).toEqual([]);
});

it('a process reports how far the machine’s clock was set, until it follows that clock', async () => {
  const step = { ms: 28_800_000 };
  const { body } = await process(undefined, undefined, undefined, undefined, undefined, step);
  expect(await body()).toMatchObject({ status: 'ready', clock: 'set by 28800 s' });
  step.ms = 40;
  expect(await body()).toEqual({ status: 'ready', store: 'up', acquirer: 'up' });
});
