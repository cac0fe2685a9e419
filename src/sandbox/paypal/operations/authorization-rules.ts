/** PayPal's rules for authorizations. The first broken rule is reported: status 422 with the rule's issue. */
import type { AuthorizationRow } from '../ledger/rows.ts';
import { hasDecimals, type Money, paypalMoneyOf, unitsOf } from '../money.ts';
import type { PayPalWork } from '../operation.ts';
import { type PayPalRefusal, unprocessable } from '../refusal.ts';
import type { MovedMoney } from './movements.ts';

/** Per cent of the authorized amount: the maximum for all captures, and for a renewed authorization. */
const OVER_PERCENT = 115n;

const CAPTURES_MAX = 10;

type ClosedStatus = Exclude<AuthorizationRow['status'], 'CREATED' | 'PARTIALLY_CAPTURED'>;

const NOT_CAPTURED: Readonly<Record<ClosedStatus, string>> = {
  CAPTURED: 'AUTHORIZATION_ALREADY_CAPTURED',
  DENIED: 'AUTHORIZATION_DENIED',
  EXPIRED: 'AUTHORIZATION_EXPIRED',
  PENDING: 'TRANSACTION_REFUSED',
  VOIDED: 'AUTHORIZATION_VOIDED',
};

const NOT_RENEWED: Readonly<Record<ClosedStatus, string>> = {
  CAPTURED: 'AUTHORIZATION_ALREADY_CAPTURED',
  DENIED: 'REAUTHORIZATION_NOT_SUPPORTED',
  EXPIRED: 'REAUTHORIZATION_NOT_SUPPORTED',
  PENDING: 'REAUTHORIZATION_NOT_SUPPORTED',
  VOIDED: 'AUTHORIZATION_VOIDED',
};

const NOT_VOIDED: Partial<Readonly<Record<AuthorizationRow['status'], string>>> = {
  CAPTURED: 'PREVIOUSLY_CAPTURED',
  DENIED: 'CANNOT_BE_VOIDED',
  EXPIRED: 'CANNOT_BE_VOIDED',
  VOIDED: 'PREVIOUSLY_VOIDED',
};

/** The captured amount of an authorization, with pending captures, and its maximum. */
export function captureLimit({ ledger }: Pick<PayPalWork, 'ledger'>, { id, amount }: AuthorizationRow) {
  const captures = ledger.captures
    .all({ authorization_id: id })
    .filter(({ status }) => status !== 'DECLINED' && status !== 'FAILED');
  return {
    captured: captures.reduce((sum, capture) => sum + BigInt(capture.amount), 0n),
    limit: (BigInt(amount) * OVER_PERCENT) / 100n,
    count: captures.length,
  };
}

export function checkCaptured(
  work: Pick<PayPalWork, 'ledger'>,
  authorization: AuthorizationRow,
  { units, invoice }: { readonly units: bigint; readonly invoice: string | undefined },
): void {
  const { status, order_id } = authorization;
  if (status !== 'CREATED' && status !== 'PARTIALLY_CAPTURED') {
    throw unprocessable(NOT_CAPTURED[status]);
  }
  const { captured, limit, count } = captureLimit(work, authorization);
  if (captured + units > limit) {
    throw unprocessable('MAX_CAPTURE_AMOUNT_EXCEEDED');
  }
  if (count >= CAPTURES_MAX) {
    throw unprocessable('MAX_CAPTURE_COUNT_EXCEEDED');
  }
  const others = invoice === undefined ? [] : work.ledger.captures.all({ invoice_id: invoice });
  if (others.some((other) => other.order_id !== order_id)) {
    throw unprocessable('DUPLICATE_INVOICE_ID');
  }
}

export function checkRenewed({ now }: Pick<PayPalWork, 'now'>, authorization: AuthorizationRow, units: bigint): void {
  const { status, amount, honored_until } = authorization;
  if (status === 'PARTIALLY_CAPTURED') {
    throw unprocessable('AUTHORIZATION_ALREADY_CAPTURED');
  }
  if (status !== 'CREATED') {
    throw unprocessable(NOT_RENEWED[status]);
  }
  if (honored_until > now) {
    throw unprocessable('REAUTHORIZATION_TOO_SOON');
  }
  if (units > (BigInt(amount) * OVER_PERCENT) / 100n) {
    throw unprocessable('REAUTHORIZATION_NOT_SUPPORTED');
  }
}

export function checkVoided({ status }: AuthorizationRow): void {
  const issue = NOT_VOIDED[status];
  if (issue !== undefined) {
    throw unprocessable(issue);
  }
}

/**
 * The amount of a request; `amount` if the request has none.
 *
 * @param mismatch the issue for another currency
 * @throws PayPalRefusal
 */
export function moneyIn(
  given: Money | undefined,
  { amount, currency }: { readonly amount: string; readonly currency: string },
  mismatch: string,
): MovedMoney {
  const units = unitsOf(given ?? paypalMoneyOf(BigInt(amount), currency));
  if (units === 'INVALID_CURRENCY_CODE') {
    throw unprocessable(units, '/amount/currency_code');
  }
  if (units === 'DECIMAL_PRECISION') {
    throw precisionOf(given);
  }
  if (given !== undefined && given.currency_code !== currency) {
    throw unprocessable(mismatch, '/amount/currency_code');
  }
  if (units <= 0n) {
    throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', '/amount/value');
  }
  return { units, currency };
}

function precisionOf(given: Money | undefined): PayPalRefusal {
  const issue = hasDecimals(given?.currency_code ?? '') ? 'DECIMAL_PRECISION' : 'DECIMALS_NOT_SUPPORTED';
  return unprocessable(issue, '/amount/value');
}
