/**
 * Identifies what a status page shows: the same mark, the same page. A page subscribes to events with its own mark, so
 * that no change before the subscription is missed.
 */

import { createHash } from 'node:crypto';
import { interactionTimes, type PaymentResult, paymentResult } from '../../gateway/browser-payments/index.ts';
import type { FoundPayment } from '../../gateway/ports/index.ts';
import type { PaymentOutcome } from '../../views/index.ts';
import { storedAmount } from '../amount.ts';
import { type CardPayment, cardOutcome, cardSteps } from './card-status.ts';
import { eventsAddress } from './redirect-addresses.ts';

/** Enough to distinguish two states of one payment's page. */
const MARK_CHARACTERS = 16;

/** The outcome of a payment at a provider, as its pages show it. */
export function outcomeOf(found: FoundPayment): PaymentOutcome {
  const result: PaymentResult = paymentResult(found);
  if (result.kind !== 'givenBack') {
    return result;
  }
  const { currency } = found.transaction.request;
  return { kind: 'givenBack', amount: storedAmount({ amount: result.refunded, currency }) };
}

export function markOf(found: FoundPayment): string {
  return digest([outcomeOf(found), interactionTimes(found.events)]);
}

export function cardMark(payment: CardPayment): string {
  return digest([cardOutcome(payment), cardSteps(payment)]);
}

/** Where a page with this mark hears that it would look different. */
export function watchAddress(handle: string, mark: string): string {
  return `${eventsAddress(handle)}?seen=${mark}`;
}

function digest(content: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, MARK_CHARACTERS);
}
