/** The rows of a provider's ledger, and their form in `GET /providers/{id}/ledger`. */
import { currencyOf, majorText } from '../../contract/money.ts';
import type { ResultCode } from './codes.ts';
import type { SubsequentKind } from './kinds.ts';

/**
 * OPEN: the payer has not answered. AGREED: waits for the merchant's confirmation. WAITING: waits for the result.
 * REFUSED: not started. WITHDRAWN: cancelled by the merchant before it was completed. REVERSED: voided after its
 * success.
 */
export type PaymentState =
  | 'OPEN'
  | 'AGREED'
  | 'WAITING'
  | 'APPROVED'
  | 'DECLINED'
  | 'REFUSED'
  | 'WITHDRAWN'
  | 'REVERSED';

export type ProviderMovementState = 'APPROVED' | 'DECLINED' | 'REVERSED';

export interface ProviderPaymentRow {
  readonly id: number;
  readonly reference: string;
  /** The secret in the page's address. Anyone who has it may answer for the payer. */
  readonly handle: string;
  readonly request: string;
  readonly merchant: string;
  readonly order_id: string;
  readonly kind: 'AUTHORIZATION' | 'PAYMENT';
  /** Minor units. */
  readonly amount: string;
  /** ISO 4217 alphabetic code. */
  readonly currency: string;
  readonly state: PaymentState;
  /** For AGREED: the result after the merchant's confirmation. */
  readonly code: ResultCode | null;
  readonly is_confirmed: number;
  readonly bank: string | null;
  /** The address that the payer chose, as JSON. */
  readonly address: string | null;
  /** Times are milliseconds since 1970. */
  readonly returned_at: number | null;
  readonly silent_until: number | null;
  readonly at: number;
}

export interface MovementRow {
  readonly id: number;
  readonly reference: string;
  readonly payment: number;
  readonly request: string;
  readonly kind: SubsequentKind;
  readonly amount: string;
  readonly currency: string;
  readonly state: ProviderMovementState;
  readonly code: ResultCode;
  readonly settles_at: number | null;
  readonly at: number;
}

export interface CallbackRow {
  readonly id: number;
  readonly payment: number;
  readonly body: string;
  readonly tries: number;
  readonly due_at: number | null;
  readonly is_acknowledged: number;
}

export interface ProviderLedgerEntry {
  readonly kind: ProviderPaymentRow['kind'] | SubsequentKind;
  /** The gateway's reference. */
  readonly reference: string;
  readonly merchant: string;
  readonly order: string;
  /** Decimal text in major units, with the currency's own number of places. */
  readonly amount: string;
  readonly currency: string;
  readonly state: Exclude<PaymentState, 'REFUSED'>;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** A row of either table, with the order of its payment. */
export interface ProviderEntryRow {
  readonly kind: ProviderLedgerEntry['kind'];
  readonly reference: string;
  readonly merchant: string;
  readonly order_id: string;
  readonly amount: string;
  readonly currency: string;
  readonly state: PaymentState;
  readonly at: number;
}

export function providerEntryOf({ order_id: order, amount, state, at, ...row }: ProviderEntryRow): ProviderLedgerEntry {
  return {
    kind: row.kind,
    reference: row.reference,
    merchant: row.merchant,
    order,
    amount: majorAmount({ amount, currency: row.currency }),
    currency: row.currency,
    state: state === 'REFUSED' ? 'DECLINED' : state,
    at: new Date(at).toISOString(),
  };
}

/** @param row amount in minor units */
export function majorAmount({ amount, currency }: { readonly amount: string; readonly currency: string }): string {
  const known = currencyOf(currency);
  return known === undefined ? amount : majorText(BigInt(amount), known);
}
