/**
 * The command line: `--quick`, `--only NAME`, `--orders N`, `--rows N`, `--stores N`, `--json FILE`, `--profile PATH`.
 */
import { parseArgs } from 'node:util';

export const MEASURES = [
  'authorize',
  'authorize-postgres',
  'processes',
  'stores-sqlite',
  'stores-postgres',
  'stores-apart',
  'sleeping-stores',
  'store-look-ups',
  'latency',
  'latency-postgres',
  'growth',
  'page',
  'browser',
  'memory',
  'start',
  'validation',
  'browser-payments',
  'paypal',
  'open-banking',
  'pix',
  'authentication',
  'notifications',
  'hosted-fields',
  're-sealing',
  'search',
  'search-postgres',
  'index-worker',
  'traces',
  'capacity',
] as const;
export type MeasureName = (typeof MEASURES)[number];

/** Names for several measures. */
const GROUPS: Readonly<Record<string, readonly MeasureName[]>> = {
  stores: ['stores-sqlite', 'stores-postgres', 'stores-apart', 'sleeping-stores', 'store-look-ups'],
};

export interface Flags {
  readonly quick: boolean;
  readonly measures: readonly MeasureName[];
  /** The number of orders in the large store of the growth measure. */
  readonly orders: number | undefined;
  /** The number of rows that the re-sealing measure encrypts again. */
  readonly rows: number | undefined;
  /** The number of stores that sleep. */
  readonly stores: number | undefined;
  readonly jsonFile: string | undefined;
  /** The folder for the gateway's CPU profile of each measure that loads it. */
  readonly profileFolder: string | undefined;
}

/** @throws Error with one line for the caller of the command */
export function readFlags(args: readonly string[]): Flags {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      orders: { type: 'string' },
      rows: { type: 'string' },
      stores: { type: 'string' },
      json: { type: 'string' },
      profile: { type: 'string' },
    },
  });
  return {
    quick: values.quick,
    measures: values.only === undefined ? MEASURES : measuresOf(values.only),
    orders: values.orders === undefined ? undefined : count('orders', values.orders),
    rows: values.rows === undefined ? undefined : count('rows', values.rows),
    stores: values.stores === undefined ? undefined : count('stores', values.stores),
    jsonFile: values.json,
    profileFolder: values.profile,
  };
}

function measuresOf(name: string): readonly MeasureName[] {
  const known = GROUPS[name] ?? MEASURES.filter((one) => one === name);
  if (known.length === 0) {
    throw new Error(`--only ${name} cannot be used: it takes ${[...MEASURES, ...Object.keys(GROUPS)].join(', ')}.`);
  }
  return known;
}

function count(flag: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    throw new Error(`--${flag} ${text} cannot be used: it takes a whole number above 0.`);
  }
  return Number(text);
}
