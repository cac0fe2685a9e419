/**
 * What a person should look at: money that may be where it should not be, and work that does not come to an end by
 * itself. Nothing here is given up: while a person is told, the gateway goes on trying.
 */
import { isOpenCode } from './order.ts';
import type { StoredTransaction } from './order-records.ts';
import { isAdvised } from './processor.ts';

export type AlertKind =
  | 'ABANDONED'
  | 'ADVICE_UNANSWERED'
  | 'LATE_PAYMENT'
  | 'ORDER_LOCKED'
  | 'REFUND_WAITING'
  | 'RESULT_OPEN'
  | 'REVERSAL_UNACKNOWLEDGED';

export interface Alert {
  readonly kind: AlertKind;
  /** Row key of the transaction, or of the reversal. */
  readonly key: number;
  readonly merchantId: string;
  readonly orderId: string;
  readonly transactionId: string;
  /** By which the acquirer knows the transaction: `transaction.receipt` of answers. */
  readonly receipt: string;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: string;
  /** Milliseconds since 1970. */
  readonly since: number;
  /** How often it was tried, told or asked about. */
  readonly tries: number;
}

export interface AlertSource {
  /** @param now milliseconds since 1970 @param limit of each kind; those that have waited longest come first */
  list(now: number, limit: number): Promise<Alert[]>;
}

interface AlertRule {
  /** Younger than this it is everyday business. */
  readonly afterMs: number;
  /** False: a decision that is awaited, and nothing that went wrong. */
  readonly isFault: boolean;
  /** For the log. */
  readonly what: string;
  /** For the person. */
  readonly remedy: string;
}

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;

/** A reversal is an alarm after so many tries: half a minute of an acquirer that is there. */
export const ALERT_AFTER_TRIES = 6;

export const ALERT_RULES: Readonly<Record<AlertKind, AlertRule>> = {
  REVERSAL_UNACKNOWLEDGED: {
    afterMs: 0,
    isFault: true,
    what: 'a reversal is still not acknowledged: the acquirer may hold funds of a declined payment',
    remedy: 'ask the acquirer to give the money back, by the receipt; it goes on being told',
  },
  // Each advice was told some sixty times by then.
  ADVICE_UNANSWERED: {
    afterMs: HOUR_MS,
    isFault: true,
    what: 'a capture, void, update or refund is unanswered for an hour',
    remedy: 'ask the acquirer or provider whether it was heard, by the receipt; it goes on being told',
  },
  RESULT_OPEN: {
    afterMs: 24 * HOUR_MS,
    isFault: true,
    what: 'a result is open for more than a day',
    remedy: 'ask the acquirer or provider what became of it, by the receipt; the gateway goes on asking',
  },
  // Who lives looks for these twice a second.
  ABANDONED: {
    afterMs: 10 * SECOND_MS,
    isFault: true,
    what: 'a transaction is under way in a process that is gone, and none has taken it up',
    remedy: 'start a gateway: it ends the transaction, and gives back what the acquirer may hold',
  },
  // Longer than a request waits for the acquirer, and a dead process is told from a living one.
  ORDER_LOCKED: {
    afterMs: 90 * SECOND_MS,
    isFault: true,
    what: 'an order is locked for more than 90 s',
    remedy: 'look whether its gateway runs and can write to its store; the next start ends the transaction',
  },
  LATE_PAYMENT: {
    afterMs: 0,
    isFault: false,
    what: 'money came after its browser payment had ended',
    remedy: 'turnpike late-payment refund, or late-payment close',
  },
  REFUND_WAITING: {
    afterMs: 0,
    isFault: false,
    what: 'a refund waits for approval',
    remedy: 'turnpike refund approve, or refund reject',
  },
};

/** What a transaction that is followed up is to a person, if anything yet. */
export function followUpAlert(transaction: StoredTransaction, now: number): AlertKind | undefined {
  const { outcome, request, createdAt } = transaction;
  if (outcome === undefined || !isOpenCode(outcome.gatewayCode)) {
    return undefined;
  }
  const isUnanswered = outcome.reply === undefined && outcome.provider === undefined;
  const kind = isUnanswered && isAdvised(request) ? 'ADVICE_UNANSWERED' : 'RESULT_OPEN';
  return now - createdAt >= ALERT_RULES[kind].afterMs ? kind : undefined;
}
