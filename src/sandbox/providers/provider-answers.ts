/** The answers of a provider's server, and the bodies of its callbacks. All have amount, currency, order and state. */
import { currencyOf, majorText } from '../../contract/money.ts';
import { type ResultCode, resultMessageOf } from './codes.ts';
import type { ProviderKind } from './kinds.ts';
import { type MovementRow, majorAmount, type PaymentState, type ProviderPaymentRow } from './provider-ledger-rows.ts';
import { minorUnitsOf } from './provider-requests.ts';

export interface ResultAnswer {
  readonly code: ResultCode;
  readonly message: string;
  /** The provider's own number, for receipts and support. */
  readonly number: string;
}

export interface PaymentAnswer {
  readonly reference: string;
  readonly number: string;
  readonly state: 'OPEN' | 'AGREED' | 'WAITING' | 'DECIDED' | 'REFUSED';
  readonly order: string;
  readonly amount: string;
  readonly currency: string;
  /** Absent for a refused payment. */
  readonly pageUrl?: string;
  readonly result?: ResultAnswer;
  readonly account?: { readonly bankIdentifier: string };
  /** The address that the payer chose. */
  readonly shippingAddress?: unknown;
}

export interface MovementAnswer {
  readonly reference: string;
  readonly payment: string;
  readonly order: string;
  readonly kind: MovementRow['kind'];
  readonly amount: string;
  readonly currency: string;
  readonly state: MovementRow['state'];
  readonly result: ResultAnswer;
}

const SENT_AS: Readonly<Record<PaymentState, PaymentAnswer['state']>> = {
  OPEN: 'OPEN',
  AGREED: 'AGREED',
  WAITING: 'WAITING',
  APPROVED: 'DECIDED',
  DECLINED: 'DECIDED',
  WITHDRAWN: 'DECIDED',
  REVERSED: 'DECIDED',
  REFUSED: 'REFUSED',
};

/** All numbers of a provider have this many digits, because people read them out on the telephone. */
const NUMBER_DIGITS = 9;

/** @param origin this server's origin, as in the caller's request */
export function providerPaymentAnswer(kind: ProviderKind, row: ProviderPaymentRow, origin: string): PaymentAnswer {
  const state = SENT_AS[row.state];
  const number = `${kind.numberPrefix}-P${digits(row.id)}`;
  const isDecided = state === 'DECIDED' || state === 'REFUSED';
  return {
    reference: row.reference,
    number,
    state,
    order: row.order_id,
    amount: majorAmount(row),
    currency: row.currency,
    pageUrl: state !== 'REFUSED' ? `${origin}/providers/${kind.id}/pay/${row.handle}` : undefined,
    result: isDecided && row.code !== null ? { code: row.code, message: resultMessageOf(row.code), number } : undefined,
    account: row.bank === null ? undefined : { bankIdentifier: row.bank },
    shippingAddress: row.address === null ? undefined : JSON.parse(row.address),
  };
}

export function movementAnswer(
  kind: ProviderKind,
  row: MovementRow,
  payment: ProviderPaymentRow,
  now: number,
): MovementAnswer {
  const code = row.settles_at !== null && now >= row.settles_at ? 'COMPLETED' : row.code;
  return {
    reference: row.reference,
    payment: payment.reference,
    order: payment.order_id,
    kind: row.kind,
    amount: majorAmount(row),
    currency: row.currency,
    state: row.state,
    result: { code, message: resultMessageOf(code), number: `${kind.numberPrefix}-M${digits(row.id)}` },
  };
}

/** The body of the callback about a payment's new state. */
export function callbackBody(row: ProviderPaymentRow, now: number): string {
  return JSON.stringify({
    reference: row.reference,
    state: row.state,
    order: row.order_id,
    amount: majorAmount(row),
    currency: row.currency,
    code: row.code,
    at: new Date(now).toISOString(),
  });
}

/** A wrong amount: one minor unit too much. @param money the correct amount, in major units */
export function otherAmount(money: { readonly amount: string; readonly currency: string }): string {
  const currency = currencyOf(money.currency);
  return currency === undefined ? money.amount : majorText(minorUnitsOf(money) + 1n, currency);
}

function digits(id: number): string {
  return String(id).padStart(NUMBER_DIGITS, '0');
}
