/** Ids as PayPal makes them: letters that are not misread, and so long that nobody guesses one. */
import { randomBytes, randomUUID } from 'node:crypto';

const LETTERS = '0123456789ABCDEFGHJKLMNPRSTUVWXY';
const RESOURCE_CHARACTERS = 17;

/** Of orders, authorizations, captures, refunds and webhooks. */
export function newResourceId(): string {
  return written(RESOURCE_CHARACTERS);
}

/** Letters and digits alone, as the description says; PayPal's own have hyphens too. */
export function newEventId(): string {
  return `WH${written(2 * RESOURCE_CHARACTERS)}`;
}

export function newDisputeId(): string {
  return `PP-D-${written(6)}`;
}

/** Names one exchange, for support. */
export function newDebugId(): string {
  return randomBytes(7).toString('hex').slice(0, 13);
}

export const newTransmissionId: () => string = randomUUID;

function written(characters: number): string {
  // 32 letters: five bits of each byte, evenly.
  return [...randomBytes(characters)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
}
