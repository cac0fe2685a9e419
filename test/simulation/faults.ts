/**
 * How bad a history is: each has its own share of each fault, many have none of most, so that single faults are met as
 * well as crowds.
 */
import type { Chance } from './chance.ts';

/** One in so many; 0 for never. */
export interface Faults {
  /** Gateway processes beside each other. */
  readonly processes: number;
  /** Of the lives of processes. */
  readonly crashes: number;
  /** Of the processes, for longer than the others believe in them. */
  readonly pauses: number;
  readonly clockJumps: number;
  /** The process reads the machine's clock as it jumps; else that of its start goes on. */
  readonly rawClock: boolean;
  readonly diskFull: number;
  /** Of the commits. */
  readonly inDoubt: number;
  readonly linkDown: number;
  /** Of the messages, on every network. */
  readonly lost: number;
  readonly late: number;
  readonly doubled: number;
}

/** Nothing goes wrong any more. */
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

/** So many histories have none at all: what happens in them happens to everybody. */
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
