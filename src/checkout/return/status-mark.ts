/**
 * Identifies what a status page shows: the same mark, the same page. A page subscribes to events with its own mark, so
 * that no change before the subscription is missed.
 */

import { createHash } from 'node:crypto';
import { interactionTimes, paymentResult } from '../../gateway/browser-payments/index.ts';
import type { FoundPayment, StoredOrder } from '../../gateway/ports/index.ts';
import type { PaymentMoney, PaymentOutcome } from '../../views/index.ts';
import { type CardPayment, cardOutcome, cardSteps } from './card-status.ts';
import { eventsAddress } from './redirect-addresses.ts';

/** Enough to distinguish two states of one payment's page. */
const MARK_CHARACTERS = 16;

/** The outcome of a payment at a provider, as its pages show it. @param money what became of it, where it was made */
export function outcomeOf(found: FoundPayment, money: PaymentMoney): PaymentOutcome {
  const result = paymentResult(found);
  return result.kind === 'made' ? { kind: 'made', money } : result;
}

export function markOf(found: FoundPayment): string {
  return digest([paymentResult(found), interactionTimes(found.events), moved(found.order)]);
}

export function cardMark(payment: CardPayment): string {
  return digest([cardOutcome(payment, {}), cardSteps(payment), moved(payment.order)]);
}

/** Changes with whatever changes the sums and steps of a payment that was made. */
function moved({ state }: StoredOrder): readonly string[] {
  return state.movements.map(({ transactionId, result }) => `${transactionId} ${result}`);
}

/** Where a page with this mark hears that it would look different. */
export function watchAddress(handle: string, mark: string): string {
  return `${eventsAddress(handle)}?seen=${mark}`;
}

function digest(content: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, MARK_CHARACTERS);
}
