/** What a payer can hold against a statement, or give to a bank: the instrument, and the payment's numbers. */
import { providerName } from '../contract/providers/index.ts';
import { traceOf } from '../gateway/index.ts';
import type { InstrumentView, StoredTransaction } from '../gateway/ports/index.ts';
import type { Receipt } from '../views/index.ts';

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
