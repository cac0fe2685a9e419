/** Ids in PayPal's format: unambiguous letters, and too long to be guessed. */
import { randomBytes, randomUUID } from 'node:crypto';

const LETTERS = '0123456789ABCDEFGHJKLMNPRSTUVWXY';
const RESOURCE_CHARACTERS = 17;

/** An id for an order, authorization, capture, refund or webhook. */
export function newResourceId(): string {
  return randomLetters(RESOURCE_CHARACTERS);
}

/** An event's id of letters and digits, as the description requires. PayPal's own ids also have hyphens. */
export function newEventId(): string {
  return `WH${randomLetters(2 * RESOURCE_CHARACTERS)}`;
}

export function newDisputeId(): string {
  return `PP-D-${randomLetters(6)}`;
}

/** An id by which PayPal's support would find a call. */
export function newDebugId(): string {
  return randomBytes(7).toString('hex').slice(0, 13);
}

export const newTransmissionId: () => string = randomUUID;

function randomLetters(characters: number): string {
  // There are 32 letters, so five bits of each byte select one uniformly.
  return [...randomBytes(characters)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
}
