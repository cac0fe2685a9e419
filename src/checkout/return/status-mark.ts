/**
 * Identifies the state of a status page: equal marks mean equal pages. A page subscribes to events with its own mark,
 * so that it misses no change before the subscription.
 */

import { createHash } from 'node:crypto';
import { interactionTimes, paymentResult } from '../../core/browser-payments/index.ts';
import type { FoundPayment, StoredOrder } from '../../core/ports/index.ts';
import type { PaymentMoney, PaymentOutcome } from '../../web/views/index.ts';
import { type CardPayment, cardOutcome, cardSteps } from './card-status.ts';
import { eventsAddress } from './redirect-addresses.ts';

/** Enough to distinguish two states of one payment's page. */
const MARK_CHARACTERS = 16;

/** The outcome of a payment at a provider, for its pages. @param money the sums of the payment, if it was made */
export function paymentOutcomeOf(found: FoundPayment, money: PaymentMoney): PaymentOutcome {
  const result = paymentResult(found);
  return result.kind === 'made' ? { kind: 'made', money } : result;
}

export function markOf(found: FoundPayment): string {
  return digest([paymentResult(found), interactionTimes(found.events), movementResults(found.order)]);
}

export function cardMark(payment: CardPayment): string {
  return digest([cardOutcome(payment, {}), cardSteps(payment), movementResults(payment.order)]);
}

/** The part of a mark that changes with the sums and steps of a payment that was made. */
function movementResults({ state }: StoredOrder): readonly string[] {
  return state.movements.map(({ transactionId, result }) => `${transactionId} ${result}`);
}

/** The address of the events that notify a page with this mark of a change. */
export function watchAddress(handle: string, mark: string): string {
  return `${eventsAddress(handle)}?seen=${mark}`;
}

function digest(content: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, MARK_CHARACTERS);
}
