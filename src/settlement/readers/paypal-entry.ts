/**
 * One transaction of PayPal's as an entry, whether a report's file or PayPal's server tells of it: the same one either
 * way.
 */
import type { ReadEntry } from '../entry.ts';
import { kindOf } from './paypal-event-codes.ts';

/** The adapter's `custom_id`: the merchant and the payment's reference. */
const CUSTOM_FIELD = /^([\w-]{1,40})\.([A-Za-z0-9-]{1,32})$/;

/** Texts are empty where PayPal says nothing. Amounts are minor units. */
export interface PayPalTransaction {
  readonly id: string;
  /** T-code. */
  readonly code: string;
  /** Above 0 where the account is credited. */
  readonly amount: bigint;
  readonly isCredited: boolean;
  /** Above 0 where PayPal keeps it. */
  readonly fee: bigint;
  readonly currency: string;
  /** `2026-11-23` */
  readonly date: string;
  /** The order's id. */
  readonly invoice: string;
  /** Our reference of a payment, behind the merchant's id. */
  readonly custom: string;
  /** Another transaction of PayPal's that it is about. */
  readonly about: string;
  readonly bankReference: string;
}

export function paypalEntry(transaction: PayPalTransaction): ReadEntry {
  const { id, code, amount, isCredited, fee, currency, date, bankReference } = transaction;
  const kind = kindOf(code, amount > 0n);
  return {
    // One transaction may have rows of several kinds: a payment, its hold, the hold's end.
    id: `${id}/${code}/${isCredited ? 'CR' : 'DR'}`,
    ...{ kind, currency, date },
    ...aboutOrder(kind, transaction),
    references: referencesOf(transaction),
    ...amountsOf(kind, amount, fee),
    ...(kind === 'PAYOUT' && { payout: bankReference || id }),
  };
}

function amountsOf(kind: ReadEntry['kind'], amount: bigint, fee: bigint): Pick<ReadEntry, 'fee' | 'gross' | 'net'> {
  if (kind === 'FEE') {
    return { gross: 0n, fee: fee - amount, net: amount - fee };
  }
  // A payout is counted as it comes to the bank.
  const gross = kind === 'PAYOUT' ? -amount : amount;
  return { gross, fee, net: gross - fee };
}

function aboutOrder(
  kind: ReadEntry['kind'],
  { invoice: order, custom }: PayPalTransaction,
): Pick<ReadEntry, 'merchant' | 'order'> {
  const [, merchant] = CUSTOM_FIELD.exec(custom) ?? [];
  const hasOrder = order !== '' && kind !== 'PAYOUT' && kind !== 'OTHER';
  return { ...(merchant !== undefined && { merchant }), ...(hasOrder && { order }) };
}

function referencesOf({ id, about, custom }: PayPalTransaction): string[] {
  const [, , reference = ''] = CUSTOM_FIELD.exec(custom) ?? [];
  return [...new Set([id, about, reference].filter((text) => text !== ''))];
}
