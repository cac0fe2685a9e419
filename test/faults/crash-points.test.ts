/**
 * F2. A gateway process dies at each named point of each operation. After its restart, or through another process,
 * every order agrees with the acquirer or the provider, and each authorization is sent only once.
 * `TURNPIKE_FAULT_POINTS=40` runs all of them.
 */
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProviderLedgerEntry } from '../../src/sandbox/providers/provider-ledger-rows.ts';
import { onPostgres } from '../support/database-place.ts';
import { newOrderId } from '../support/merchant.ts';
import { seededRandom } from '../support/random.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { bookByOrder } from './acquirer-book.ts';
import { counting, report, rounds } from './report.ts';
import { BODIES, type Operation } from './scripts.ts';
import { compare } from './verdict.ts';
import { startWireTap, type WireTap } from './wire-tap.ts';

const POINTS = ['BEFORE_INTENT', 'AFTER_INTENT', 'REQUEST_SENT', 'REPLY_RECEIVED', 'AFTER_OUTCOME'] as const;
type Point = (typeof POINTS)[number];

/** The operations before the crash, and the request that meets it. */
const OPERATIONS: Readonly<Record<string, { readonly before: readonly Operation[]; readonly body: object }>> = {
  AUTHORIZE: { before: [], body: BODIES.AUTHORIZE },
  CAPTURE: { before: ['AUTHORIZE'], body: BODIES.CAPTURE },
  INITIATE_BROWSER_PAYMENT: {
    before: [],
    body: {
      apiOperation: 'INITIATE_BROWSER_PAYMENT',
      browserPayment: {
        operation: 'PAY',
        returnUrl: 'http://localhost:9/back',
        demoWallet: { paymentConfirmation: 'CONFIRM_AT_PROVIDER' },
      },
      order: { amount: '10.00', currency: 'EUR', description: 'Two books' },
      sourceOfFunds: { type: 'DEMO_WALLET' },
    },
  },
  PAY: { before: [], body: BODIES.PAY },
  REFUND: { before: ['PAY'], body: BODIES.REFUND },
  UPDATE_AUTHORIZATION: { before: ['AUTHORIZE'], body: BODIES.UPDATE_AUTHORIZATION },
  VERIFY: { before: [], body: BODIES.VERIFY },
  VOID: { before: ['PAY'], body: BODIES.VOID },
};
const NAMES = Object.keys(OPERATIONS);
const CRASHES = Math.min(rounds('POINTS', NAMES.length), NAMES.length * POINTS.length);
const CRASH = 'crashed';
/** The time limit from the restart to agreement. */
const TRUTH_MS_MAX = 60_000;
const CHECK_INTERVAL_MS = 500;
const CASE_MS_MAX = 60_000;

/** Requests that move money and must not be repeated: authorization and financial. */
const REQUESTS = /^0[12]00$/;

const random = seededRandom(process.env.TURNPIKE_FAULT_SEED);
const crashFile = join(tmpdir(), `turnpike-crash-${process.pid}`);

let tap: WireTap;
let stack: Stack;
beforeAll(async () => {
  tap = await startWireTap();
  stack = await startStack({
    // The second process stays alive and takes over the first one's work.
    processes: onPostgres() ? 2 : 1,
    tap,
    preload: [new URL('crash-points.ts', import.meta.url).href],
    env: { TURNPIKE_CRASH_FILE: crashFile },
  });
});
afterAll(async () => {
  await stack.close();
  await tap.close();
  await rm(crashFile, { force: true });
});

interface Crash {
  readonly name: string;
  readonly point: Point;
  readonly order: string;
}

/** @throws Error if the process does not die at the point */
async function crashed(name: string, point: Point): Promise<Crash> {
  const { gateway, merchant } = stack;
  const order = newOrderId();
  const { before, body } = OPERATIONS[name]!;
  for (const [index, operation] of before.entries()) {
    const { body: answer, text } = await merchant.call(
      'PUT',
      `/order/${order}/transaction/${index + 1}`,
      BODIES[operation],
    );
    if (answer.result !== 'SUCCESS') {
      throw new Error(text);
    }
  }
  await writeFile(crashFile, point);
  const answer = await merchant.call('PUT', `/order/${order}/transaction/${CRASH}`, body).catch(() => undefined);
  if (answer !== undefined) {
    throw new Error(`${name} was answered and did not die at ${point}: ${answer.text}`);
  }
  await gateway.ended();
  await rm(crashFile);
  await gateway.start();
  return { name, point, order };
}

/** @returns milliseconds until the ledgers agree; infinite if they do not in time */
async function untilTrue(crash: Crash): Promise<number> {
  const since = performance.now();
  while (performance.now() - since < TRUTH_MS_MAX) {
    // The process may be dying of the next case at this moment.
    const wrong = await disagreement(crash).catch((error: unknown) => String(error));
    if (wrong === undefined) {
      return performance.now() - since;
    }
    await pause(CHECK_INTERVAL_MS);
  }
  return Number.POSITIVE_INFINITY;
}

/** @returns the remaining disagreement, if any */
async function disagreement({ name, point, order }: Crash): Promise<string | undefined> {
  const { merchant } = stack.gateways.at(-1)!;
  const { status, body } = await merchant.order(order);
  const found = status === 200 ? body : undefined;
  const result = found?.transaction?.find(({ transaction }) => transaction.id === CRASH)?.result;
  if ((result !== undefined) !== (point !== 'BEFORE_INTENT')) {
    return `${CRASH} is ${result}`;
  }
  if (name === 'INITIATE_BROWSER_PAYMENT') {
    return providerDisagreement(order, point, result);
  }
  const wrong = compare([], found, bookByOrder(stack.ledgerFile).get(order) ?? []);
  return wrong.length === 0 ? undefined : wrong.join();
}

async function providerDisagreement(
  order: string,
  point: Point,
  result: string | undefined,
): Promise<string | undefined> {
  const response = await fetch(`${stack.shopOrigin}/providers/demoWallet/ledger?order=${order}`);
  const states = ((await response.json()) as ProviderLedgerEntry[]).map(({ state }) => state).join();
  if (point === 'BEFORE_INTENT') {
    return states === '' ? undefined : states;
  }
  if (point === 'AFTER_OUTCOME') {
    return states === 'OPEN' && result === 'PENDING' ? undefined : `${result} ${states}`;
  }
  // Open means that no payer was sent to the provider's page: no money can move, and the gateway withdraws the payment
  // later.
  return result === 'FAILURE' && /^(OPEN|WITHDRAWN)?$/.test(states) ? undefined : `${result} ${states}`;
}

it(
  'a process that dies at any point of any operation leaves orders that recovery brings into agreement, and nothing is sent twice',
  async () => {
    await stack.merchant.introduce();
    const cases = Array.from({ length: CRASHES }, (_, index) => ({
      name: NAMES[index % NAMES.length]!,
      point: POINTS[(index + Math.floor(index / NAMES.length) + (random.seed % POINTS.length)) % POINTS.length]!,
    }));
    const crashes: Crash[] = [];
    const truths: Promise<number>[] = [];
    for (const { name, point } of cases) {
      const crash = await crashed(name, point);
      crashes.push(crash);
      truths.push(untilTrue(crash));
    }
    const truthMs = await Promise.all(truths);
    const untrue = crashes.filter((_, index) => truthMs[index] === Number.POSITIVE_INFINITY);
    const requests = tap.sent.filter(({ mti }) => REQUESTS.test(mti)).map(({ trace }) => trace);
    const resent = requests.length - new Set(requests).size;
    report('F2 crashes at named points', [
      counting(crashes.length, 'crash', 'crashes'),
      `${new Set(cases.map(({ name, point }) => `${name} ${point}`)).size} of the ${NAMES.length * POINTS.length} pairs of operation and point`,
      `seed ${random.seed}`,
      `${crashes.length - untrue.length}/${crashes.length} came to the truth`,
      `within ${Math.round(Math.max(...truthMs))} ms of the restart`,
      `${requests.length} authorizations and payments sent`,
      `${resent} sent again`,
    ]);
    expect(await Promise.all(untrue.map(async (one) => [one, await disagreement(one)]))).toEqual([]);
    expect(resent).toBe(0);
  },
  CRASHES * CASE_MS_MAX + TRUTH_MS_MAX,
);
