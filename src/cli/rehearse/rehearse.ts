/**
 * `rehearse MERCHANT`: makes payments at a fixed rate at a staging gateway, and reports latencies and failures. It uses
 * the REST interface with the merchant's API password, so it can run on another machine, as a shop's server would.
 */
import { parseArgs } from 'node:util';
import { readSettings } from '../../settings/index.ts';
import { type CommandResult, type LoneCall, UsageError } from '../command.ts';
import { printable } from '../printable.ts';
import { GatewayClient } from './gateway-client.ts';
import { type LoadResult, makePayments } from './load.ts';
import type { OperationFigures } from './measurements.ts';

const RATE_DEFAULT = 10;
const RATE_MAX = 2_000;
const SECONDS_DEFAULT = 60;
const SECONDS_MAX = 86_400;

/** @throws Error if the gateway is not in staging */
export async function rehearse({ env, args, usage }: LoneCall): Promise<CommandResult> {
  const { merchant, rate, seconds, isJson, origin: given } = readArguments(args, usage);
  const password = env.REHEARSE_PASSWORD;
  if (!password) {
    throw new UsageError('REHEARSE_PASSWORD is not set: it takes the API password of the merchant.');
  }
  const origin = given ?? new URL(readSettings(env).publicOrigin);
  const client = new GatewayClient(origin, { merchant, password });
  try {
    await client.requireStaging();
    const prefix = `REHEARSAL-${Date.now().toString(36)}`;
    const loaded = await makePayments(client, { rate, seconds, prefix });
    return report(loaded, { merchant, origin: origin.origin, rate, isJson });
  } finally {
    client.close();
  }
}

interface Rehearsed {
  readonly merchant: string;
  readonly origin: string;
  readonly rate: number;
  readonly isJson: boolean;
}

/** @returns exit code 1 if a request failed or a payment was not started, else 0 */
function report(
  { planned, completed, skipped, seconds, measurements }: LoadResult,
  { merchant, origin, rate, isJson }: Rehearsed,
): CommandResult {
  const operations = measurements.figures(seconds);
  const failures = measurements.failures();
  const exitCode = completed === planned ? 0 : 1;
  if (isJson) {
    const figures = { merchant, origin, rate, seconds, planned, completed, skipped, operations, failures };
    return { text: JSON.stringify(figures, null, 2), exitCode };
  }
  const lines = [
    `${merchant} at ${origin}, a staging gateway: ${rate} payments a second, for ${Math.round(seconds)} s.`,
    ...tableOf(operations),
    `${completed} of ${planned} payments were completed.`,
    ...(skipped > 0 ? [`${skipped} were not started: too many were under way.`] : []),
    ...Object.entries(failures).map(([failure, count]) => `Failed: ${count} × ${printable(failure)}`),
  ];
  return { text: lines.join('\n'), exitCode };
}

const COLUMNS: readonly (keyof OperationFigures)[] = ['requests', 'failed', 'perSecond', 'p50Ms', 'p99Ms', 'maxMs'];
const HEADINGS = ['requests', 'failed', 'a second', 'p50 ms', 'p99 ms', 'max ms'];
const NAME_CHARACTERS = 12;
const FIGURE_CHARACTERS = 10;

function tableOf(operations: readonly OperationFigures[]): string[] {
  const row = (name: string, cells: readonly (number | string)[]) =>
    name.padEnd(NAME_CHARACTERS) + cells.map((cell) => `${cell}`.padStart(FIGURE_CHARACTERS)).join('');
  return [
    row('operation', HEADINGS),
    ...operations.map((figures) =>
      row(
        figures.operation,
        COLUMNS.map((column) => figures[column]),
      ),
    ),
  ];
}

function readArguments(args: readonly string[], usage: string) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    const [merchant, ...rest] = positionals;
    const rate = Number(values.rate ?? RATE_DEFAULT);
    const seconds = Number(values.seconds ?? SECONDS_DEFAULT);
    const origin = values.origin === undefined ? undefined : new URL(values.origin);
    const isValid = isWithin(rate, RATE_MAX) && isWithin(seconds, SECONDS_MAX);
    if (merchant !== undefined && /^[\w-]{1,40}$/.test(merchant) && rest.length === 0 && isValid) {
      return { merchant, rate, seconds, origin, isJson: values.json === true };
    }
  } catch {
    // Falls through to the usage error below.
  }
  throw new UsageError(usage);
}

const OPTIONS = {
  json: { type: 'boolean' },
  origin: { type: 'string' },
  rate: { type: 'string' },
  seconds: { type: 'string' },
} as const;

function isWithin(value: number, max: number): boolean {
  return value > 0 && value <= max;
}
