/**
 * CAVV, AAV: 20 bytes that prove an authentication. They are made from the card, the transaction, what is paid and how
 * it ended, with a key of the ledger's own, so that whoever has the ledger can tell a genuine one.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

const VALUE_BYTES = 20;

export interface Authenticated {
  readonly acctNumber: string;
  readonly dsTransID: string;
  readonly purchaseAmount: string | null;
  readonly purchaseCurrency: string | null;
}

/** What is kept of a card's number to make values from: the number is not in it. */
export function seedOf(key: string, { acctNumber, dsTransID, ...money }: Authenticated): string {
  const { purchaseAmount, purchaseCurrency } = money;
  const told = [acctNumber, dsTransID, purchaseAmount ?? '', purchaseCurrency ?? ''].join(' ');
  return createHmac('sha256', key).update(`seed ${told}`).digest('hex');
}

/** The same for two transactions of one card. */
export function cardHashOf(key: string, acctNumber: string): string {
  return createHmac('sha256', key).update(`card ${acctNumber}`).digest('hex');
}

/** @returns 28 characters of base64 */
export function authenticationValueOf(seed: string, transStatus: string, eci: string): string {
  const mac = createHmac('sha256', Buffer.from(seed, 'hex')).update(`${transStatus} ${eci}`).digest();
  return mac.subarray(0, VALUE_BYTES).toString('base64');
}

/** In a time that does not depend on where they differ. */
export function isSameValue(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
