/** Ids in Pix's formats, which cannot be guessed. */
import { randomBytes, randomInt } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** The participant's number in Pix. It is unassigned. */
const ISPB = '99999999';
const RANDOM_CHARACTERS = 11;

function letters(count: number): string {
  return Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

/** E for a payment, D for a refund; then the participant and the minute, in UTC. */
function participantId(kind: 'D' | 'E', now: number): string {
  const minute = new Date(now).toISOString().replace(/\D/g, '').slice(0, 12);
  return `${kind}${ISPB}${minute}${letters(RANDOM_CHARACTERS)}`;
}

export const newEndToEndId = (now: number): string => participantId('E', now);
export const newReturnId = (now: number): string => participantId('D', now);

/** The end of the address from which a payer's bank fetches a charge. */
export const newLocation = (): string => randomBytes(16).toString('hex');
export const newRowId = (): string => randomBytes(8).toString('hex');
