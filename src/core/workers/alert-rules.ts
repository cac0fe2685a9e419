/**
 * The states that an operator must check: money that may be in the wrong place, and work that does not complete by
 * itself. An alert does not stop retries.
 */
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../contract/durations.ts';
import { isOpenCode } from '../order/order.ts';
import type { AlertKind, StoredTransaction } from '../ports/index.ts';
import { isUnansweredAdvice } from '../processing/advice.ts';
import { isBrowserPayment } from '../processing/processor.ts';
import { ASKED_FOR_MS } from '../schedules/follow-up-schedule.ts';

interface AlertRule {
  /** Below this age the state is normal. */
  readonly afterMs: number;
  /** False if the state only waits for a person's decision. */
  readonly isFault: boolean;
  /** The description of the state, for the log. */
  readonly what: string;
  /** The remedy, for the operator. */
  readonly remedy: string;
}

/** A reversal raises an alert after this many attempts: half a minute with a connected acquirer. */
export const ALERT_AFTER_TRIES = 6;

export const ALERT_RULES: Readonly<Record<AlertKind, AlertRule>> = {
  REVERSAL_UNACKNOWLEDGED: {
    afterMs: 0,
    isFault: true,
    what: 'a reversal is still not acknowledged: the acquirer may hold funds of a declined payment',
    remedy: 'ask the acquirer to reverse it, by the receipt; the gateway keeps retrying',
  },
  // By then each advice was sent about sixty times.
  ADVICE_UNANSWERED: {
    afterMs: HOUR_MS,
    isFault: true,
    what: 'a capture, void, update or refund is unanswered for an hour',
    remedy: 'ask the acquirer or provider whether it arrived, by the receipt; the gateway keeps retrying',
  },
  RESULT_OPEN: {
    afterMs: DAY_MS,
    isFault: true,
    what: 'a result has been pending for more than a day',
    remedy: 'ask the acquirer or provider for the result, by the receipt; the gateway queries for a week',
  },
  RESULT_MISSING: {
    afterMs: ASKED_FOR_MS,
    isFault: true,
    what: 'the acquirer, or a provider since the payment ended, has not said the result in a week',
    remedy: 'ask the acquirer or provider, by the receipt; then: turnpike payment resolve',
  },
  // The processes together poll for abandoned transactions twice a second.
  ABANDONED: {
    afterMs: 10 * SECOND_MS,
    isFault: true,
    what: 'a transaction is in flight in a process that is gone, and no other completes it',
    remedy: 'start a gateway: it completes the transaction, and reverses what the acquirer may hold',
  },
  // Longer than a request waits for the acquirer, and than the eviction of a dead process takes.
  ORDER_LOCKED: {
    afterMs: 90 * SECOND_MS,
    isFault: true,
    what: 'an order is locked for more than 90 s',
    remedy: 'check that its gateway runs and can write to its store; the next start completes the transaction',
  },
  // The processes together poll for due authentications twice a second.
  AUTHENTICATION_UNENDED: {
    afterMs: 60 * SECOND_MS,
    isFault: true,
    what: 'the time of an authentication has been over for a minute, and no process has ended it',
    remedy: 'start a gateway, and check that it can write to its store: it ends it, and the payer may try again',
  },
  LATE_PAYMENT: {
    afterMs: 0,
    isFault: false,
    what: 'a late capture: the provider captured money after its browser payment had ended',
    remedy: 'turnpike late-payment refund, or late-payment close',
  },
  REFUND_WAITING: {
    afterMs: 0,
    isFault: false,
    what: 'a refund waits for approval',
    remedy: 'turnpike refund approve, or refund reject',
  },
};

/** The alert of a transaction with a follow-up, if it is old enough. */
export function followUpAlert(transaction: StoredTransaction, now: number): AlertKind | undefined {
  const { outcome, createdAt, updatedAt } = transaction;
  if (outcome === undefined || !isOpenCode(outcome.gatewayCode)) {
    return hasEndedUnanswered(transaction) && now - updatedAt >= ASKED_FOR_MS ? 'RESULT_MISSING' : undefined;
  }
  const kind = isUnansweredAdvice(transaction) ? 'ADVICE_UNANSWERED' : 'RESULT_OPEN';
  return now - createdAt >= ALERT_RULES[kind].afterMs ? kind : undefined;
}

/** True for a payment that ended at the gateway without a report from its provider that it took no money. */
function hasEndedUnanswered({ request, outcome }: StoredTransaction): boolean {
  return isBrowserPayment(request) && outcome?.gatewayCode === 'ABORTED' && outcome.provider === undefined;
}
