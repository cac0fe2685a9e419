/** The command line: `--quick`, `--only NAME`, `--json FILE`, `--profile FOLDER`. */
import { parseArgs } from 'node:util';

export const MEASURES = [
  'authorize',
  'authorize-postgres',
  'page',
  'memory',
  'start',
  'validation',
  'browser-payments',
] as const;
export type MeasureName = (typeof MEASURES)[number];

export interface Flags {
  readonly quick: boolean;
  readonly measures: readonly MeasureName[];
  readonly jsonFile: string | undefined;
  /** Where the gateway writes a CPU profile of each measure that loads it. */
  readonly profileFolder: string | undefined;
}

/** @throws Error with one line for the person who typed it */
export function readFlags(args: readonly string[]): Flags {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      json: { type: 'string' },
      profile: { type: 'string' },
    },
  });
  return {
    quick: values.quick,
    measures: values.only === undefined ? MEASURES : [measure(values.only)],
    jsonFile: values.json,
    profileFolder: values.profile,
  };
}

function measure(name: string): MeasureName {
  const known = MEASURES.find((one) => one === name);
  if (known === undefined) throw new Error(`--only ${name} cannot be used: it takes ${MEASURES.join(', ')}.`);
  return known;
}
