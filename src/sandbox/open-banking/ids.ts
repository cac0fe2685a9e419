/** Random ids and one-time codes. */
import { randomInt, randomUUID } from 'node:crypto';

export const newId: () => string = randomUUID;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Request ids must be UUIDs. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

const CODE_DIGITS = 6;

export function newCode(): string {
  return `${randomInt(10 ** CODE_DIGITS)}`.padStart(CODE_DIGITS, '0');
}
