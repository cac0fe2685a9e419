/** Ids as Pix has them, which nobody guesses. */
import { randomBytes, randomInt } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Which participant of Pix it is: a number that none has. */
const ISPB = '99999999';
const RANDOM_CHARACTERS = 11;

function letters(count: number): string {
  return Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

/** E of a payment, D of a refund; the participant; the minute, in UTC. */
function participantId(kind: 'D' | 'E', now: number): string {
  const minute = new Date(now).toISOString().replace(/\D/g, '').slice(0, 12);
  return `${kind}${ISPB}${minute}${letters(RANDOM_CHARACTERS)}`;
}

export const newEndToEndId = (now: number): string => participantId('E', now);
export const newReturnId = (now: number): string => participantId('D', now);

/** The end of an address from which a payer's bank fetches a charge. */
export const newLocation = (): string => randomBytes(16).toString('hex');
export const newRowId = (): string => randomBytes(8).toString('hex');
