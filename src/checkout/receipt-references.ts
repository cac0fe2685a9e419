/** What a payer can hold against a statement, or give to a bank: the instrument, and the payment's numbers. */
import { providerName } from '../contract/providers/index.ts';
import { ASKED_FOR_MS, traceOf } from '../gateway/index.ts';
import type { InstrumentView, StoredTransaction } from '../gateway/ports/index.ts';
import type { Asking, Receipt } from '../views/index.ts';

/** A transaction at a provider was given no code by an issuer. */
export function referencesOf({
  key,
  createdAt,
  outcome,
}: StoredTransaction): Pick<Receipt, 'authorizationCode' | 'receiptNumber'> {
  const authorizationCode = outcome?.reply?.authorizationCode;
  return {
    receiptNumber: traceOf(key, createdAt).receipt,
    ...(authorizationCode !== undefined && { authorizationCode }),
  };
}

export function shownInstrument(instrument: InstrumentView | undefined): Receipt['instrument'] {
  switch (instrument?.type) {
    case 'BROWSER_PAYMENT':
      return { brand: providerName(instrument.provider), lastFour: '' };
    case 'GIFT_CARD':
      return { brand: 'GIFT_CARD', lastFour: instrument.lastFour ?? '' };
    case 'CARD':
      return { brand: instrument.brand, lastFour: instrument.lastFour ?? '' };
    default:
      return { brand: 'UNKNOWN', lastFour: '' };
  }
}

/** A payer is given a number to ask with once the answer is awaited for so long. */
const ASKING_MS = 60 * 60_000;

/**
 * @param isInDoubt an answer that came is no answer: that may last from the first minute
 * @param now milliseconds since 1970
 */
export function askingOf(transaction: StoredTransaction, isInDoubt: boolean, now: number): Asking | undefined {
  const { key, createdAt } = transaction;
  if (!isInDoubt && now < createdAt + ASKING_MS) {
    return undefined;
  }
  return {
    since: new Date(createdAt).toISOString(),
    number: traceOf(key, createdAt).receipt,
    ...(now >= createdAt + ASKED_FOR_MS && { isOver: true }),
  };
}
