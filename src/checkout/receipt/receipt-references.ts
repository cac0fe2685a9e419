/**
 * The references by which a payer finds the payment on a statement, or asks a bank about it: the instrument, and the
 * payment's numbers.
 */
import { providerName } from '../../contract/providers/index.ts';
import { ASKED_FOR_MS, statementOf, traceOf } from '../../core/index.ts';
import type { InstrumentView, StoredTransaction } from '../../core/ports/index.ts';
import type { AwaitedAnswer, Receipt } from '../../web/views/index.ts';

/** Only card transactions have an authorization code. */
export function referencesOf({
  key,
  createdAt,
  request,
  outcome,
}: StoredTransaction): Pick<Receipt, 'authorizationCode' | 'receiptNumber' | 'statement'> {
  return {
    receiptNumber: traceOf(key, createdAt).receipt,
    authorizationCode: outcome?.reply?.authorizationCode,
    statement: isOnStatement(request) ? statementOf(request.details)?.name : undefined,
  };
}

/** Gift cards have no statement, and a provider's is not ours to name. */
function isOnStatement({ type, instrument }: StoredTransaction['request']): boolean {
  return instrument.type === 'CARD' && type !== 'VERIFICATION';
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

/** A pending payment shows the payer a reference number for enquiries after this time. */
const ASKING_MS = 60 * 60_000;

/**
 * @param isInDoubt the result is unknown although an answer came: a reference is needed from the first minute
 * @param now milliseconds since 1970
 */
export function askingOf(transaction: StoredTransaction, isInDoubt: boolean, now: number): AwaitedAnswer | undefined {
  const { key, createdAt } = transaction;
  if (!isInDoubt && now < createdAt + ASKING_MS) {
    return undefined;
  }
  return {
    since: new Date(createdAt).toISOString(),
    number: traceOf(key, createdAt).receipt,
    isOver: now >= createdAt + ASKED_FOR_MS ? true : undefined,
  };
}
