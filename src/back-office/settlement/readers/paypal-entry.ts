/**
 * Converts a PayPal transaction to an entry. The entry is the same for a report's file and for a response of PayPal's
 * server.
 */
import type { ReadEntry } from '../entry.ts';
import { entryKindOf } from './paypal-event-codes.ts';

/** The adapter's `custom_id`: merchant id and payment reference. */
const CUSTOM_FIELD = /^([\w-]{1,40})\.([A-Za-z0-9-]{1,32})$/;

/** A transaction of PayPal's reports. Absent texts are empty. Amounts are minor units. */
export interface PayPalTransaction {
  readonly id: string;
  /** T-code. */
  readonly code: string;
  /** Positive if the account is credited. */
  readonly amount: bigint;
  readonly isCredited: boolean;
  /** Positive if PayPal keeps it. */
  readonly fee: bigint;
  readonly currency: string;
  /** `2026-11-23` */
  readonly date: string;
  /** The order's id. */
  readonly invoice: string;
  /** The merchant id and our reference of the payment. */
  readonly custom: string;
  /** The id of a related PayPal transaction. */
  readonly about: string;
  readonly bankReference: string;
}

export function paypalEntry(transaction: PayPalTransaction): ReadEntry {
  const { id, code, amount, isCredited, fee, currency, date, bankReference } = transaction;
  const kind = entryKindOf(code, amount > 0n);
  return {
    // One transaction may have rows of several kinds, such as a payment, its hold, and the release of the hold.
    id: `${id}/${code}/${isCredited ? 'CR' : 'DR'}`,
    kind,
    currency,
    date,
    ...aboutOrder(kind, transaction),
    references: referencesOf(transaction),
    ...amountsOf(kind, amount, fee),
    payout: kind === 'PAYOUT' ? bankReference || id : undefined,
  };
}

function amountsOf(kind: ReadEntry['kind'], amount: bigint, fee: bigint): Pick<ReadEntry, 'fee' | 'gross' | 'net'> {
  if (kind === 'FEE') {
    return { gross: 0n, fee: fee - amount, net: amount - fee };
  }
  // The sign of a payout is that on the bank's side.
  const gross = kind === 'PAYOUT' ? -amount : amount;
  return { gross, fee, net: gross - fee };
}

function aboutOrder(
  kind: ReadEntry['kind'],
  { invoice: order, custom }: PayPalTransaction,
): Pick<ReadEntry, 'merchant' | 'order'> {
  const [, merchant] = CUSTOM_FIELD.exec(custom) ?? [];
  const hasOrder = order !== '' && kind !== 'PAYOUT' && kind !== 'OTHER';
  return { merchant, order: hasOrder ? order : undefined };
}

function referencesOf({ id, about, custom }: PayPalTransaction): string[] {
  const [, , reference = ''] = CUSTOM_FIELD.exec(custom) ?? [];
  return [...new Set([id, about, reference].filter((text) => text !== ''))];
}
