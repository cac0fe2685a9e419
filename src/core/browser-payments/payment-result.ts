/**
 * The result of a browser payment for its payer: a pure function of the order and its events. It selects the sentence
 * on the page.
 */
import { type GatewayCode, resultOf } from '../../contract/gateway-codes.ts';
import type { FoundPayment, LateCapture } from '../ports/index.ts';
import { awaitsAnotherChoice, hasEvent, isUnanswered, lastStatus } from './timeline.ts';

export type FailureReason = 'cancelled' | 'declined' | 'expired' | 'unavailable';

export type PaymentResult =
  /** The payment succeeded. Later captures, refunds and chargebacks are in the order (`order/order-money.ts`). */
  | { readonly kind: 'made' }
  /** `accepted`: the payer's bank has accepted the transfer, and the money has not arrived. */
  | { readonly kind: 'accepted' | 'agreed' | 'open' | 'waiting' }
  /** The payment ended at the gateway, and the provider has not reported whether it took money. */
  | { readonly kind: 'unsettled' }
  | { readonly kind: 'notCharged'; readonly reason: FailureReason }
  | { readonly kind: 'late'; readonly money: 'kept' | 'returned' | 'returning' };

const REASONS: Partial<Record<GatewayCode, FailureReason>> = {
  ABORTED: 'expired',
  ACQUIRER_SYSTEM_ERROR: 'unavailable',
  CANCELLED: 'cancelled',
  SYSTEM_ERROR: 'unavailable',
  TIMED_OUT: 'unavailable',
};

const LATE: Readonly<Record<LateCapture, 'kept' | 'returned' | 'returning'>> = {
  CLOSED: 'kept',
  REFUNDED: 'returned',
  REFUNDING: 'returning',
  REPORTED: 'kept',
};

export function failureReason(code: GatewayCode): FailureReason {
  return REASONS[code] ?? 'declined';
}

export function paymentResult(found: FoundPayment): PaymentResult {
  const { outcome } = found.transaction;
  const result = outcome === undefined ? 'PENDING' : resultOf(outcome.gatewayCode);
  if (result === 'SUCCESS') {
    return { kind: 'made' };
  }
  if (found.payment.late !== null) {
    return { kind: 'late', money: LATE[found.payment.late] };
  }
  if (tookOtherMoney(found)) {
    return { kind: 'late', money: 'kept' };
  }
  if (isUnsettled(found)) {
    return { kind: 'unsettled' };
  }
  if (result === 'FAILURE' && outcome) {
    return { kind: 'notCharged', reason: failureReason(outcome.gatewayCode) };
  }
  if (hasEvent(found, 'ASKED', 'ACCEPTED')) {
    return { kind: 'accepted' };
  }
  const isConfirmed = hasEvent(found, 'CONFIRMATION_ASKED') && !awaitsAnotherChoice(found);
  return { kind: isConfirmed ? 'waiting' : openKind(found) };
}

/** The provider reported a success that differs from the request; its late capture is recorded next. */
function tookOtherMoney({ transaction: { outcome } }: FoundPayment): boolean {
  return outcome?.provider !== undefined && resultOf(outcome.provider.gatewayCode) === 'SUCCESS';
}

/**
 * True if the time limit ended the payment and the provider may still take money: it did not answer, or its answer was
 * not final.
 */
function isUnsettled(found: FoundPayment): boolean {
  const isEndedHere = found.events.some(
    ({ kind, actor, outcome }) => kind === 'COMPLETED' && actor === 'GATEWAY' && outcome === 'ABORTED',
  );
  const answers = found.events.filter(({ kind }) => kind === 'ASKED' || kind === 'WITHDRAWN');
  const last = answers.toSorted((one, other) => one.lastAt - other.lastAt).at(-1);
  return isEndedHere && last !== undefined && !SETTLED_OUTCOMES.has(last.outcome);
}

/** The outcomes that confirm, by the provider or by an operator, that no money will be taken. */
const SETTLED_OUTCOMES: ReadonlySet<string> = new Set(['BY_HAND', 'DECIDED', 'UNKNOWN_PAYMENT']);

/**
 * While the status is unknown, a payer who was at the provider may have agreed there: the page must not state that
 * there was no charge.
 */
function openKind(found: FoundPayment): 'agreed' | 'open' | 'waiting' {
  if (awaitsAnotherChoice(found)) {
    return 'open';
  }
  const status = lastStatus(found);
  const wasThere = hasEvent(found, 'REDIRECTED') || hasEvent(found, 'CAME_BACK');
  if (status === undefined) {
    return hasEvent(found, 'CAME_BACK') ? 'waiting' : 'open';
  }
  if (isUnanswered(status)) {
    return wasThere ? 'waiting' : 'open';
  }
  return KINDS[status] ?? 'open';
}

const KINDS: Readonly<Record<string, 'agreed' | 'waiting'>> = { AGREED: 'agreed', WAITING: 'waiting' };

/** True if later events do not change the page. A refund is the exception, shown when the page is opened again. */
export function isFinalResult({ kind }: PaymentResult): boolean {
  return kind !== 'accepted' && kind !== 'agreed' && kind !== 'open' && kind !== 'unsettled' && kind !== 'waiting';
}
