/** The table of two servers side by side. */
import type { Standing } from '../measures/by-turns.ts';
import type { Table } from './measured.ts';
import { fixed, whole } from './print.ts';

export interface SideBySide {
  readonly title: string;
  readonly measured: Standing;
  readonly yardstick: Standing;
  /** The heading of the helper's column, if there is one. */
  readonly helper?: string;
  readonly notes: readonly string[];
}

export function sideBySide({ title, measured, yardstick, helper, notes }: SideBySide): Table {
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
  const each = measured.turns.map((turn, index) => turn.perSecond / (yardstick.turns[index]?.perSecond ?? Number.NaN));
  const ratios = ['ratio', ...each, rateRatio(measured, yardstick)].map(text);
  return {
    title,
    head: ['per second', ...rounds, 'median', 'p50 ms', 'p99 ms', 'server µs', ...aside, 'load µs'],
    rows: [row(measured), row(yardstick), [...ratios, '', '', text(cpuRatio(measured, yardstick))]],
    notes: [
      'µs: user and system time of that process for one request; its ratio is turned, so that more is better.',
      ...notes,
    ],
  };
}

function text(cell: string | number): string {
  return typeof cell === 'string' ? cell : fixed(cell, 2);
}

export function rateRatio(measured: Standing, yardstick: Standing): number {
  return measured.median.perSecond / yardstick.median.perSecond;
}

/** The yardstick's CPU time of a request as a share of the measured server's. */
export function cpuRatio(measured: Standing, yardstick: Standing): number {
  return yardstick.median.cpuUs.server / measured.median.cpuUs.server;
}
