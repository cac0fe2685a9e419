/**
 * F16. The machine's wall clock jumps by hours and days under load: waits keep their length, records keep their
 * lifetime, message traces stay unique, and processes keep their leases.
 */
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/contract/durations.ts';
import { onPostgres } from '../support/database-place.ts';
import { CARD_SOURCE, newOrderId } from '../support/merchant.ts';
import { seededRandom } from '../support/random.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { startLoad } from './load.ts';
import { counting, grouped, report, rounds } from './report.ts';
import { judge, NO_FLAWS } from './verdict.ts';
import { startWireTap, type WireTap } from './wire-tap.ts';

const JUMPS_MS = [HOUR_MS, -HOUR_MS, -DAY_MS, DAY_MS] as const;
const REPEATS = rounds('JUMPS', 1);
const JUMP_EVERY_MS = 1_000;
/** The gateway deletes due security codes every 15 s: the last jump lasts longer than that. */
const LAST_JUMP_MS = 17_000;
const CLIENTS = 20;
/** Sent before the jumps, without an answer. */
const WAITING = 10;
const TIMEOUT_MS = 20_000;
/** A loaded machine answers a little late, never early. */
const LATE_MS_MAX = 10_000;
const ROUND_MS_MAX = 120_000;
/** The first sending: repeats have message types of their own. */
const FIRST_SENDING = /^0(100|200|220|420)$/;

const random = seededRandom(process.env.TURNPIKE_FAULT_SEED);
const clockFile = join(tmpdir(), `turnpike-clock-${process.pid}`);

let tap: WireTap;
let stack: Stack;
beforeAll(async () => {
  tap = await startWireTap();
  stack = await startStack({
    // Only one process's clock jumps.
    processes: onPostgres() ? 2 : 1,
    tap,
    preload: [new URL('clock-jump.ts', import.meta.url).href],
    env: { TURNPIKE_CLOCK_FILE: clockFile },
  });
});
afterAll(async () => {
  await stack.close();
  await tap.close();
  await rm(clockFile, { force: true });
});

async function jumpTo(offMs: number): Promise<void> {
  await writeFile(clockFile, `${offMs}`);
  stack.gateway.signal('SIGUSR2');
}

/**
 * Records that would expire early by the clock: a session with a security code, a payer's cookie, a payment at a
 * provider.
 */
async function startRecords() {
  const { merchant } = stack;
  const page = await merchant.checkout({ returnUrl: 'http://localhost:9/back' });
  const card = await merchant.checkout({ returnUrl: 'http://localhost:9/back' });
  const updated = await merchant.updateSession(card.sessionId, { sourceOfFunds: CARD_SOURCE });
  if (updated.status !== 200) {
    throw new Error(updated.text);
  }
  const visit = await fetch(page.url);
  const cookie = visit.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const providerOrder = newOrderId();
  const initiated = await merchant.call('PUT', `/order/${providerOrder}/transaction/1`, {
    apiOperation: 'INITIATE_BROWSER_PAYMENT',
    browserPayment: {
      operation: 'PAY',
      returnUrl: 'http://localhost:9/back',
      demoWallet: { paymentConfirmation: 'CONFIRM_AT_PROVIDER' },
    },
    order: { amount: '10.00', currency: 'EUR', description: 'Two books' },
    sourceOfFunds: { type: 'DEMO_WALLET' },
  });
  if (initiated.body.result !== 'PENDING') {
    throw new Error(initiated.text);
  }

  return async (): Promise<string[]> => {
    const again = await fetch(page.url, { headers: { cookie } });
    const paid = await merchant.call('PUT', `/order/${card.orderId}/transaction/1`, {
      apiOperation: 'PAY',
      order: { amount: '57.20', currency: 'EUR' },
      session: { id: card.sessionId },
    });
    const atProvider = await merchant.transaction(providerOrder, '1');
    return [
      ...(again.headers.getSetCookie().length > 0 ? ['a payer’s cookie'] : []),
      ...(paid.body.result === 'SUCCESS' ? [] : [`a session with a security code: ${paid.text}`]),
      ...(atProvider.body.result === 'PENDING' ? [] : ['a payment at a provider']),
    ];
  };
}

it(
  'jumps of an hour and of a day change no wait, end nothing early, repeat no reference and cost no lease',
  async () => {
    const { acquirer, gateways, merchant } = stack;
    const merchants = gateways.map((gateway) => gateway.merchant);
    await Promise.all(merchants.map((one) => one.introduce()));
    const earlyOnes: string[] = [];
    const waitedMs: number[] = [];
    const strange: string[] = [];
    const load = startLoad(merchants, { clients: CLIENTS, random });
    for (let round = 0; round < REPEATS; round += 1) {
      const endedEarly = await startRecords();
      await acquirer.misbehave({ mode: 'DROP_REPLY', count: WAITING });
      const waiting = Array.from({ length: WAITING }, async () => {
        const since = performance.now();
        const { body } = await merchant.pay(newOrderId(), '1');
        return { tookMs: performance.now() - since, code: body.response?.gatewayCode };
      });
      for (const jump of JUMPS_MS) {
        await jumpTo(jump);
        await pause(JUMP_EVERY_MS);
      }
      await pause(LAST_JUMP_MS);
      earlyOnes.push(...(await endedEarly()));
      for (const { tookMs, code } of await Promise.all(waiting)) {
        // Some payments of the load fall into the silence; the others are answered at once.
        if (code === 'TIMED_OUT') {
          waitedMs.push(tookMs);
        } else if (code !== 'APPROVED') {
          strange.push(`${code}`);
        }
      }
      await jumpTo(0);
    }
    await load.end();
    const silent = load.attempts.filter(({ answer }) => answer?.gatewayCode === 'TIMED_OUT');
    waitedMs.push(...silent.map(({ answer }) => answer?.tookMs ?? 0));
    const { flaws, facts } = await judge(load.attempts, stack);
    const traces = tap.sent.filter(({ mti }) => FIRST_SENDING.test(mti)).map(({ trace }) => trace);
    const repeated = traces.length - new Set(traces).size;
    const said = gateways.map(({ service }) => service.output()).join('');
    const buried = said.match(/has no heartbeat|another process evicted this one/g)?.length ?? 0;
    report('F16 clock jumps', [
      `${counting(REPEATS * JUMPS_MS.length, 'jump')} of ±1 h and ±1 day`,
      `seed ${random.seed}`,
      `${waitedMs.length} waits for the acquirer ended after ${Math.round(Math.min(...waitedMs))} to ${Math.round(Math.max(...waitedMs))} ms`,
      `${earlyOnes.length} sessions, cookies or payments ended early`,
      `${grouped(traces.length)} messages`,
      `${repeated} names used twice`,
      `${buried} leases lost`,
      ...facts,
    ]);
    expect(earlyOnes).toEqual([]);
    expect(strange).toEqual([]);
    expect(waitedMs.length).toBeGreaterThan(0);
    expect(Math.min(...waitedMs)).toBeGreaterThan(TIMEOUT_MS - 50);
    expect(Math.max(...waitedMs)).toBeLessThan(TIMEOUT_MS + LATE_MS_MAX);
    expect(repeated).toBe(0);
    expect(buried).toBe(0);
    expect(flaws).toEqual(NO_FLAWS);
  },
  (REPEATS + 1) * ROUND_MS_MAX,
);
