/**
 * The trace of a message to the acquirer, made from the key of its row. Row keys are never used twice, so neither is a
 * terminal with its STAN: when the STANs of one terminal are used up, the next terminal's begin.
 */
import type { Trace } from '../ports/index.ts';

/** STANs run from 000001 to 999999. */
const STANS_PER_TERMINAL = 999_999;
const TERMINAL_CHARACTERS = 8;

/**
 * @param rowKey of the transaction or reversal
 * @param at milliseconds since 1970
 */
export function traceOf(rowKey: number, at: number): Trace {
  const stan = ((rowKey % STANS_PER_TERMINAL) + 1).toString().padStart(6, '0');
  const lane = Math.floor(rowKey / STANS_PER_TERMINAL)
    .toString(36)
    .toUpperCase();
  return {
    terminal: `T${lane.padStart(TERMINAL_CHARACTERS - 1, '0')}`,
    stan,
    receipt: receiptNumber(at, stan),
    transmittedAt: at,
  };
}

/** Twelve digits: last digit of the year, day of the year (3), hour (2), STAN (6); UTC. */
function receiptNumber(at: number, stan: string): string {
  const date = new Date(at);
  const year = date.getUTCFullYear();
  const day = Math.floor((at - Date.UTC(year, 0, 1)) / 86_400_000) + 1;
  return `${year % 10}${day.toString().padStart(3, '0')}${date.getUTCHours().toString().padStart(2, '0')}${stan}`;
}
