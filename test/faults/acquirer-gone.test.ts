/**
 * F7. The acquirer hangs, and then refuses connections, under a steady stream of payments: they fail fast, no backlog
 * builds up, and the gateway recovers by itself.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { counted } from '../support/counted.ts';
import { newOrderId } from '../support/merchant.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { type Attempt, answerOf } from './load.ts';
import { counting, percentile, report, rounds } from './report.ts';
import { BODIES } from './scripts.ts';
import { judge, NO_FLAWS } from './verdict.ts';

const RATE_PER_S = 50;
const OUTAGE_S = rounds('OUTAGE_SECONDS', 12);
const WARM_UP_S = 5;
/** The breaker opens within this time. */
const OPEN_MS_MAX = 10_000;
/** Starting the requests alone takes a while on a loaded machine. */
const FAIL_MS_MAX = 1_000;
const RECOVERY_MS_MAX = 15_000;
/** A new process still grows its heap, so short runs get a larger limit. */
const GROWTH_MAX = OUTAGE_S >= 60 ? 1.1 : 1.3;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(async () => {
  await stack.close();
});

interface Paid extends Attempt {
  readonly beganAt: number;
}

/** A fixed rate of payments, independent of the answers. */
function startStream() {
  const paid: Paid[] = [];
  const open = new Set<Promise<void>>();
  const pay = async () => {
    const attempt: Paid = {
      orderId: newOrderId(),
      transactionId: '1',
      operation: 'PAY',
      tries: 1,
      refusals: [],
      beganAt: performance.now(),
    };
    paid.push(attempt);
    const answer = await stack.merchant.call('PUT', `/order/${attempt.orderId}/transaction/1`, BODIES.PAY);
    attempt.answer = answerOf(answer, performance.now() - attempt.beganAt);
  };
  const timer = setInterval(() => {
    const done = pay()
      .catch(() => undefined)
      .finally(() => open.delete(done));
    open.add(done);
  }, 1_000 / RATE_PER_S);
  return {
    paid,
    async end() {
      clearInterval(timer);
      await Promise.all(open);
    },
  };
}

/** Resident memory of the gateway process, in megabytes; 0 if the system does not report it. */
function residentMb(): number {
  try {
    const status = readFileSync(`/proc/${stack.gateway.pid()}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

it.each([
  ['hangs', (stopped: boolean) => stack.sandbox.signal(stopped ? 'SIGSTOP' : 'SIGCONT')],
  ['refuses', (stopped: boolean) => (stopped ? stack.sandbox.kill() : stack.sandbox.start())],
] as const)(
  'an acquirer that %s is known to be gone in ten seconds, costs no memory, and is found again',
  async (what, setAway) => {
    await stack.merchant.introduce();
    const stream = startStream();
    await pause(WARM_UP_S * 1_000);
    const before = residentMb();
    await setAway(true);
    const awayAt = performance.now();
    await pause(OUTAGE_S * 1_000);
    const during = residentMb();
    const backBegins = performance.now();
    await setAway(false);
    const backAt = performance.now();
    await stack.acquirerIsBack();
    await pause(WARM_UP_S * 1_000);
    await stream.end();

    const { paid } = stream;
    const away = paid.filter(({ beganAt }) => beganAt > awayAt && beganAt < backBegins - FAIL_MS_MAX);
    const slow = away.filter(({ answer }) => answer === undefined || answer.tookMs > FAIL_MS_MAX);
    const openMs = Math.max(0, ...slow.map(({ beganAt }) => beganAt - awayAt));
    const fast = away.filter(({ beganAt }) => beganAt > awayAt + OPEN_MS_MAX);
    const p99 = percentile(
      fast.map(({ answer }) => answer?.tookMs ?? Number.POSITIVE_INFINITY),
      99,
    );
    const good = paid.find(({ beganAt, answer }) => beganAt > backBegins && answer?.result === 'SUCCESS');
    const goodMs = good === undefined ? Number.POSITIVE_INFINITY : Math.max(0, good.beganAt - backAt);
    const { flaws, facts } = await judge(paid, stack);
    const growth = before === 0 ? 1 : during / before;
    report(`F7 the acquirer ${what}`, [
      `${OUTAGE_S} s at ${RATE_PER_S} payments a second`,
      `failing fast after ${Math.round(openMs)} ms`,
      `${counting(fast.length, 'failure')} from then on with a p99 of ${Math.round(p99)} ms`,
      `resident memory ${Math.round(before)} MB before and ${Math.round(during)} MB at the end`,
      `good again after ${Math.round(goodMs)} ms`,
      ...Object.entries(counted(away.map(({ answer }) => `${answer?.gatewayCode}`))).map(([code, n]) => `${n} ${code}`),
      ...facts,
    ]);
    expect(openMs).toBeLessThanOrEqual(OPEN_MS_MAX);
    expect(fast.length).toBeGreaterThan(0);
    expect(p99).toBeLessThan(FAIL_MS_MAX);
    expect(growth).toBeLessThan(GROWTH_MAX);
    expect(goodMs).toBeLessThan(RECOVERY_MS_MAX);
    expect(flaws).toEqual(NO_FLAWS);
  },
  OUTAGE_S * 1_000 + 240_000,
);
