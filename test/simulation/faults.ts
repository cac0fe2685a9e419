/**
 * The fault rates of a history: each history has its own, and many have most of them at zero, so that single faults
 * occur as well as combinations.
 */
import type { Chance } from './chance.ts';

/** One in this many; 0 for not at all. */
export interface Faults {
  /** Gateway processes on one database. */
  readonly processes: number;
  /** Per life of a process. */
  readonly crashes: number;
  /** Per process, for longer than its lease. */
  readonly pauses: number;
  readonly clockJumps: number;
  /** The process reads the machine's clock with its jumps; otherwise it continues the clock of its start. */
  readonly rawClock: boolean;
  readonly diskFull: number;
  /** Per commit. */
  readonly inDoubt: number;
  readonly linkDown: number;
  /** Per message, on every network. */
  readonly lost: number;
  readonly late: number;
  readonly doubled: number;
}

/** No faults any more. */
export const CALM: Faults = {
  processes: 1,
  crashes: 0,
  pauses: 0,
  clockJumps: 0,
  rawClock: false,
  diskFull: 0,
  inDoubt: 0,
  linkDown: 0,
  lost: 0,
  late: 0,
  doubled: 0,
};

/** This share of the histories has no faults: their results are those of the normal case. */
const CALM_ONE_IN = 12;
const SHARES = [0, 0, 40, 12, 5] as const;

export function faultsBy(chance: Chance): Faults {
  const processes = chance.weighted([
    [3, 1],
    [2, 2],
  ]);
  if (chance.oneIn(CALM_ONE_IN)) {
    return { ...CALM, processes };
  }
  return {
    processes,
    crashes: chance.pick([0, 3, 1, 1]),
    pauses: processes === 1 ? 0 : chance.pick([0, 2, 1]),
    clockJumps: chance.pick([0, 0, 0, 1]),
    rawClock: chance.oneIn(3),
    diskFull: chance.pick([0, 0, 0, 1]),
    // A file has no connection to lose.
    inDoubt: processes === 1 ? 0 : chance.pick([0, 40, 12]),
    linkDown: chance.pick([0, 0, 1]),
    lost: chance.pick(SHARES),
    late: chance.pick(SHARES),
    doubled: chance.pick(SHARES),
  };
}

export function isCalm(faults: Faults): boolean {
  return Object.entries(CALM).every(([name, value]) => name === 'processes' || faults[name as keyof Faults] === value);
}

export function strikes(chance: Chance, oneIn: number): boolean {
  return oneIn > 0 && chance.oneIn(oneIn);
}
