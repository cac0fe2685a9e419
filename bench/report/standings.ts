/** The table of a server beside one or more simpler ones. */
import type { Standing } from '../measures/by-turns.ts';
import type { Table } from './measured.ts';
import { fixed, whole } from './print.ts';

export interface SideBySide {
  readonly title: string;
  readonly measured: Standing;
  readonly yardsticks: readonly [Standing, ...Standing[]];
  /** The heading of the helper's column, if there is one. */
  readonly helper?: string;
  readonly notes: readonly string[];
}

export function sideBySide({ title, measured, yardsticks, helper, notes }: SideBySide): Table {
  const rounds = measured.turns.map((_, index) => `round ${index + 1}`);
  const aside = helper === undefined ? [] : [helper];
  const row = ({ name, turns, median }: Standing) => [
    name,
    ...turns.map(({ perSecond }) => whole(perSecond)),
    whole(median.perSecond),
    fixed(median.p50Ms, 1),
    fixed(median.p99Ms, 1),
    whole(median.cpuUs.server),
    ...(helper === undefined ? [] : [whole(median.cpuUs.helper)]),
    whole(median.cpuUs.generator),
  ];
  const ratioTo = (yardstick: Standing) => [
    'ratio',
    ...measured.turns.map((turn, index) => text(turn.perSecond / (yardstick.turns[index]?.perSecond ?? Number.NaN))),
    text(rateRatio(measured, yardstick)),
    text(measured.median.p50Ms / yardstick.median.p50Ms),
    text(p99Ratio(measured, yardstick)),
    text(cpuRatio(measured, yardstick)),
  ];
  return {
    title,
    head: ['per second', ...rounds, 'median', 'p50 ms', 'p99 ms', 'server µs', ...aside, 'load µs'],
    rows: [row(measured), ...yardsticks.flatMap((yardstick) => [row(yardstick), ratioTo(yardstick)])],
    notes: [
      'µs: user and system time of that process for one request; its ratio is turned, so that more is better.',
      ...notes,
    ],
  };
}

function text(ratio: number): string {
  return fixed(ratio, 2);
}

export function rateRatio(measured: Standing, yardstick: Standing): number {
  return measured.median.perSecond / yardstick.median.perSecond;
}

/** The yardstick's CPU time of a request as a share of the measured server's. */
export function cpuRatio(measured: Standing, yardstick: Standing): number {
  return yardstick.median.cpuUs.server / measured.median.cpuUs.server;
}

export function p99Ratio(measured: Standing, yardstick: Standing): number {
  return measured.median.p99Ms / yardstick.median.p99Ms;
}
