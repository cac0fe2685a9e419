/**
 * The trace of a message to the acquirer, made from the key of its row. Row keys are unique, so each pair of terminal
 * and STAN is unique too: when the STANs of one terminal are used up, the next terminal is used.
 */
import { DAY_MS, HOUR_MS } from '../../contract/durations.ts';
import type { Trace } from '../ports/index.ts';

/** STANs run from 000001 to 999999. */
const STANS_PER_TERMINAL = 999_999;
const TERMINAL_CHARACTERS = 8;

/**
 * @param rowKey the row key of the transaction or reversal
 * @param at milliseconds since 1970
 */
export function traceOf(rowKey: number, at: number): Trace {
  const stan = ((rowKey % STANS_PER_TERMINAL) + 1).toString().padStart(6, '0');
  const terminal = Math.floor(rowKey / STANS_PER_TERMINAL)
    .toString(36)
    .toUpperCase();
  return {
    terminal: `T${terminal.padStart(TERMINAL_CHARACTERS - 1, '0')}`,
    stan,
    receipt: receiptNumber(at, stan),
    transmittedAt: at,
  };
}

const TERMINAL = /^T([0-9A-Z]{7})$/;
const RECEIPT = /^(\d)(\d{3})(\d{2})(\d{6})$/;
const YEARS_PER_DIGIT = 10;

/**
 * The inverse of `traceOf`: the key of the row from which a message was made, and its time.
 *
 * @param at the time at which the acquirer received the message, milliseconds since 1970
 * @returns undefined for a message that `traceOf` cannot have made
 */
export function tracedRow(
  terminal: string,
  receipt: string,
  at: number,
): { readonly key: number; readonly at: number } | undefined {
  const [, number] = TERMINAL.exec(terminal) ?? [];
  const [, digit, day, hour, stan] = RECEIPT.exec(receipt) ?? [];
  if (number === undefined || stan === undefined) {
    return undefined;
  }
  const key = Number.parseInt(number, 36) * STANS_PER_TERMINAL + Number(stan) - 1;
  const thisYear = new Date(at).getUTCFullYear();
  const year = [thisYear, thisYear - 1, thisYear + 1].find((one) => one % YEARS_PER_DIGIT === Number(digit));
  const from = Date.UTC(year ?? thisYear, 0, Number(day), Number(hour));
  const sentAt = Math.min(Math.max(at, from), from + HOUR_MS - 1);
  return traceOf(key, sentAt).receipt === receipt ? { key, at: sentAt } : undefined;
}

/** Twelve digits: last digit of the year, day of the year (3), hour (2), STAN (6); UTC. */
function receiptNumber(at: number, stan: string): string {
  const date = new Date(at);
  const year = date.getUTCFullYear();
  const day = Math.floor((at - Date.UTC(year, 0, 1)) / DAY_MS) + 1;
  return `${year % 10}${day.toString().padStart(3, '0')}${date.getUTCHours().toString().padStart(2, '0')}${stan}`;
}
