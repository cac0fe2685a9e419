/**
 * The store cannot be written for a while under load: each write causes an error, and each charge is stored; then the
 * gateway recovers by itself.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { counted } from '../support/counted.ts';
import { newOrderId } from '../support/merchant.ts';
import type { SeededRandom } from '../support/random.ts';
import type { Stack } from '../support/stack.ts';
import { bookByOrder } from './acquirer-book.ts';
import { inBatches, startLoad } from './load.ts';
import { report } from './report.ts';
import { integrityOf } from './store-file.ts';
import { judge, NO_FLAWS } from './verdict.ts';

const CLIENTS = 50;
/** Payments sent once each while the store cannot be written. */
const VAIN = 50;
const ANSWERS_BEFORE = 200;
/** The first is longer than a process keeps its lease without a heartbeat. */
const FIRST_OUTAGE_MS = 12_000;
const OUTAGE_MS = 3_000;
const GOOD_MS_MAX = 10_000;

export interface Outages {
  /** For the report: the promise's number and the fault, and the figures known in advance. */
  readonly name: string;
  readonly what: readonly string[];
  readonly times: number;
  /** @param time index of the outage, from 0 */
  begin(time: number): unknown;
  end(): unknown;
  /** Must be intact afterwards; undefined on PostgreSQL. */
  readonly storeFile: string | undefined;
  readonly random: SeededRandom;
}

export function outagesMsMax(times: number): number {
  return times * 60_000 + 120_000;
}

export async function sufferOutages({ gateway, merchant, ledgerFile }: Stack, outages: Outages): Promise<void> {
  const { name, what, times, storeFile, random } = outages;
  await merchant.introduce();
  const load = startLoad([merchant], { clients: CLIENTS, random });
  const pid = gateway.pid();
  const vain: { order: string; words: string }[] = [];
  const goodMs: number[] = [];
  for (let time = 0; time < times; time += 1) {
    await load.more(ANSWERS_BEFORE);
    await outages.begin(time);
    await pause(time === 0 ? FIRST_OUTAGE_MS : OUTAGE_MS);
    const orders = Array.from({ length: VAIN }, newOrderId);
    const answers = await Promise.all(orders.map((order) => merchant.pay(order, '1')));
    vain.push(
      ...answers.map(({ status, body }, index) => ({
        order: orders[index] as string,
        words: `${status} ${body.result} ${body.error?.cause}`,
      })),
    );
    const since = performance.now();
    await outages.end();
    await load.more(CLIENTS);
    // An answer alone could be a decline.
    const isGood = async () => (await merchant.pay(newOrderId(), '1')).body.result === 'SUCCESS';
    await vi.waitUntil(isGood, { timeout: GOOD_MS_MAX, interval: 100 });
    goodMs.push(performance.now() - since);
  }
  await load.end();
  const { flaws, facts } = await judge(load.attempts, { ledgerFile, merchant });
  const book = bookByOrder(ledgerFile);
  const charged = vain.filter(({ order }) => book.has(order));
  const known = (await inBatches(vain, ({ order }) => merchant.order(order))).filter(({ status }) => status === 200);
  // The acquirer was available throughout: no payment may be declined for lack of it.
  const declined = load.attempts.filter(({ answer }) => answer?.gatewayCode === 'ACQUIRER_SYSTEM_ERROR');
  const integrity = storeFile === undefined ? [] : [integrityOf(storeFile)];
  report(name, [
    ...what,
    `seed ${random.seed}`,
    `${vain.length} payments asked for meanwhile: ${Object.entries(counted(vain.map(({ words }) => words)))
      .map(([words, count]) => `${count} ${words}`)
      .join(', ')}`,
    `${charged.length} of them at the acquirer`,
    `good again after ${Math.round(Math.max(...goodMs))} ms at most`,
    ...facts,
    ...integrity.map((word) => `integrity ${word}`),
  ]);
  expect(counted(vain.map(({ words }) => words))).toEqual({ '503 ERROR SERVER_BUSY': vain.length });
  expect(charged).toEqual([]);
  expect(declined).toEqual([]);
  expect(known).toEqual([]);
  expect(gateway.pid()).toBe(pid);
  expect(Math.max(...goodMs)).toBeLessThan(GOOD_MS_MAX);
  expect(flaws).toEqual(NO_FLAWS);
  expect(integrity.filter((word) => word !== 'ok')).toEqual([]);
}
