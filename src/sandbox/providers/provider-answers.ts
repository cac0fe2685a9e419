/** What a provider's server answers, and what its callbacks say. Each tells amount, currency, order and state. */
import { currencyOf, majorText } from '../../contract/money.ts';
import { messageOf, type ResultCode } from './codes.ts';
import type { ProviderKind } from './kinds.ts';
import { type MovementRow, majorAmount, type PaymentRow, type PaymentState } from './provider-ledger-rows.ts';
import { unitsOf } from './provider-requests.ts';

export interface ResultAnswer {
  readonly code: ResultCode;
  readonly message: string;
  /** The provider's own, for receipts and for people who ask. */
  readonly number: string;
}

export interface PaymentAnswer {
  readonly reference: string;
  readonly number: string;
  readonly state: 'OPEN' | 'AGREED' | 'WAITING' | 'DECIDED' | 'REFUSED';
  readonly order: string;
  readonly amount: string;
  readonly currency: string;
  /** Absent where it was never begun. */
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

/** Numbers of one provider all have so many digits: they are read out on telephones. */
const NUMBER_DIGITS = 9;

/** @param origin of this server, as the caller reached it */
export function paymentAnswer(kind: ProviderKind, row: PaymentRow, origin: string): PaymentAnswer {
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
    ...(state !== 'REFUSED' && { pageUrl: `${origin}/providers/${kind.id}/pay/${row.handle}` }),
    ...(isDecided && row.code !== null && { result: { code: row.code, message: messageOf(row.code), number } }),
    ...(row.bank !== null && { account: { bankIdentifier: row.bank } }),
    ...(row.address !== null && { shippingAddress: JSON.parse(row.address) }),
  };
}

export function movementAnswer(kind: ProviderKind, row: MovementRow, payment: PaymentRow, now: number): MovementAnswer {
  const code = row.settles_at !== null && now >= row.settles_at ? 'COMPLETED' : row.code;
  return {
    reference: row.reference,
    payment: payment.reference,
    order: payment.order_id,
    kind: row.kind,
    amount: majorAmount(row),
    currency: row.currency,
    state: row.state,
    result: { code, message: messageOf(code), number: `${kind.numberPrefix}-M${digits(row.id)}` },
  };
}

/** The body of the callback that a payment's new state calls for. */
export function callbackBody(row: PaymentRow, now: number): string {
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

/** The smallest lie about an amount: one minor unit more. @param told in major units */
export function otherAmount(told: { readonly amount: string; readonly currency: string }): string {
  const currency = currencyOf(told.currency);
  return currency === undefined ? told.amount : majorText(unitsOf(told) + 1n, currency);
}

function digits(id: number): string {
  return String(id).padStart(NUMBER_DIGITS, '0');
}
