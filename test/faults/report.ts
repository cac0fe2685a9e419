/** The rounds of a fault run and its one-line report: the actions, the seed and the result. */
import { appendFileSync } from 'node:fs';
import { onPostgres } from '../support/database-place.ts';

/** The engine of this test run, as named in the report. */
export const engineName = () => (onPostgres() ? 'PostgreSQL' : 'SQLite');

/** @param name of the variable `TURNPIKE_FAULT_…` @param short the number that `npm test` has time for */
export function rounds(name: string, short: number): number {
  return Number(process.env[`TURNPIKE_FAULT_${name}`] || short);
}

/** @param what the promise's number and the fault @param facts each a figure with its name */
export function report(what: string, facts: readonly string[], engine = engineName()): void {
  const line = `${what} on ${engine}: ${facts.join(', ')}\n`;
  process.stdout.write(line);
  const file = process.env.TURNPIKE_FAULT_REPORT;
  if (file !== undefined && file !== '') {
    appendFileSync(file, line);
  }
}

/** Writes the figures of a drill as a line of JSON, for `npm run drill`. */
export function reportDrill(figures: Readonly<Record<string, number | string>>): void {
  const file = process.env.TURNPIKE_FAULT_DRILL_REPORT;
  if (file !== undefined && file !== '') {
    appendFileSync(file, `${JSON.stringify(figures)}\n`);
  }
}

/** @example counting(1234, 'kill') // '1,234 kills' */
export function counting(count: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : plural}`;
}

export const grouped = (count: number) => count.toLocaleString('en-US');

/** The value below which this percentage of the values lies; 0 if there are no values. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
}
