/** Ids in PayPal's format: unambiguous letters, and too long to be guessed. */
import { randomBytes, randomUUID } from 'node:crypto';

const LETTERS = '0123456789ABCDEFGHJKLMNPRSTUVWXY';
const RESOURCE_CHARACTERS = 17;

/** For orders, authorizations, captures, refunds and webhooks. */
export function newResourceId(): string {
  return randomLetters(RESOURCE_CHARACTERS);
}

/** Only letters and digits, as described; PayPal's own also have hyphens. */
export function newEventId(): string {
  return `WH${randomLetters(2 * RESOURCE_CHARACTERS)}`;
}

export function newDisputeId(): string {
  return `PP-D-${randomLetters(6)}`;
}

/** Identifies one exchange, for support. */
export function newDebugId(): string {
  return randomBytes(7).toString('hex').slice(0, 13);
}

export const newTransmissionId: () => string = randomUUID;

function randomLetters(characters: number): string {
  // There are 32 letters, so five bits of each byte select one uniformly.
  return [...randomBytes(characters)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
}
