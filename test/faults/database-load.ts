/**
 * A load on gateway processes with a failing database: the final figures and checks are the same for each kind of
 * failure.
 */
import { expect } from 'vitest';
import type { SeededRandom } from '../support/random.ts';
import type { Stack } from '../support/stack.ts';
import { type Load, startLoad } from './load.ts';
import { report } from './report.ts';
import { judge, NO_FLAWS } from './verdict.ts';

export const PROCESSES = 2;
export const CLIENTS = 50;
/** The gateway counts as recovered after this many new answers: one for each client. */
const GOOD_ANSWERS = CLIENTS;

export interface DatabaseLoad extends Pick<Load, 'more' | 'silentMsMax'> {
  /** Waits until the gateway has recovered. @returns the time it took */
  goodAgainMs(): Promise<number>;
  /**
   * Ends the load, prints its figures, and checks that each answer is stored, each charge is single, and the same
   * processes still run.
   *
   * @param happened one figure each, printed first
   * @param outcome one figure each, printed after the load's own
   */
  end(title: string, happened: readonly string[], outcome: readonly string[]): Promise<void>;
}

export async function startDatabaseLoad(stack: Stack, random: SeededRandom): Promise<DatabaseLoad> {
  const { gateways } = stack;
  const merchants = gateways.map(({ merchant }) => merchant);
  await Promise.all(merchants.map((merchant) => merchant.introduce()));
  const pids = gateways.map(({ service }) => service.pid());
  const load = startLoad(merchants, { clients: CLIENTS, random });
  return {
    more: (answers) => load.more(answers),
    silentMsMax: load.silentMsMax,
    async goodAgainMs() {
      const since = performance.now();
      await load.more(GOOD_ANSWERS);
      return Math.round(performance.now() - since);
    },
    async end(title, happened, outcome) {
      await load.end();
      const { flaws, facts } = await judge(load.attempts, stack);
      const refusals = load.attempts.flatMap((attempt) => attempt.refusals);
      report(title, [
        ...happened,
        `${PROCESSES} processes`,
        `seed ${random.seed}`,
        `${CLIENTS} clients`,
        ...outcome,
        `${refusals.length} refusals (${[...new Set(refusals)].join(' ') || 'none'})`,
        ...facts,
      ]);
      expect(flaws).toEqual(NO_FLAWS);
      expect(gateways.map(({ service }) => service.pid())).toEqual(pids);
      expect(refusals.filter((status) => status !== 503)).toEqual([]);
    },
  };
}
