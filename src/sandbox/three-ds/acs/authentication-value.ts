/**
 * CAVV or AAV: 20 bytes that prove an authentication. They are an HMAC of the card, the transaction, the amount and the
 * result under a key of the ledger, so that the ACS can verify them.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

const VALUE_BYTES = 20;

export interface AuthenticatedPurchase {
  readonly acctNumber: string;
  readonly dsTransID: string;
  readonly purchaseAmount: string | null;
  readonly purchaseCurrency: string | null;
}

/**
 * A keyed hash of the card number, transaction and amount, from which authentication values are made. It does not
 * reveal the number.
 */
export function seedOf(key: string, { acctNumber, dsTransID, ...money }: AuthenticatedPurchase): string {
  const { purchaseAmount, purchaseCurrency } = money;
  const text = [acctNumber, dsTransID, purchaseAmount ?? '', purchaseCurrency ?? ''].join(' ');
  return createHmac('sha256', key).update(`seed ${text}`).digest('hex');
}

/** A keyed hash of the card number, which is equal for all transactions of a card. */
export function cardHashOf(key: string, acctNumber: string): string {
  return createHmac('sha256', key).update(`card ${acctNumber}`).digest('hex');
}

/** @returns 28 characters of base64 */
export function authenticationValueOf(seed: string, transStatus: string, eci: string): string {
  const mac = createHmac('sha256', Buffer.from(seed, 'hex')).update(`${transStatus} ${eci}`).digest();
  return mac.subarray(0, VALUE_BYTES).toString('base64');
}

/** Compares in constant time. */
export function isSameValue(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
