/** Ids of transactions, and one-time codes. */
import { randomInt, randomUUID } from 'node:crypto';

export const newId: () => string = randomUUID;

const CODE_DIGITS = 6;

export function newCode(): string {
  return `${randomInt(10 ** CODE_DIGITS)}`.padStart(CODE_DIGITS, '0');
}
