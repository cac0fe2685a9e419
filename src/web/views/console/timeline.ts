/** The events of an order in the order of their times. */
import type { Amount } from '../amount.ts';

interface Timed {
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** STARTED: its result came much later, and has an entry of its own. */
export interface TimelineTransaction extends Timed {
  readonly kind: 'TRANSACTION';
  readonly id: string;
  readonly type: string;
  readonly amount: Amount;
  readonly result: 'FAILURE' | 'PENDING' | 'STARTED' | 'SUCCESS' | 'UNKNOWN';
  /** The person who set it off, as the merchant's server or the console named it. */
  readonly userId?: string | undefined;
  /** Request and answer, as the interface shows them: JSON. */
  readonly text?: string | undefined;
}

/** The payer's check by the bank of the card. */
export interface TimelineAuthentication extends Timed {
  readonly kind: 'AUTHENTICATION';
  readonly id: string;
  /** As the interface names it: `AUTHENTICATION_SUCCESSFUL`. */
  readonly status: string;
  readonly text: string;
}

/** A step of the payer or an event of the provider, as `core/ports` names it: `CAME_BACK`. */
export interface TimelineStep extends Timed {
  readonly kind: 'STEP';
  readonly step: string;
  readonly provider: string;
  /** Such as the provider's name of the payment's state. */
  readonly outcome: string;
  readonly times: number;
}

/** A checkout that ended without a payment. */
export interface TimelineCheckout extends Timed {
  readonly kind: 'CHECKOUT';
  readonly event: 'CHECKOUT_ABANDONED' | 'CHECKOUT_TIMED_OUT';
}

export interface TimelineNotification extends Timed {
  readonly kind: 'NOTIFICATION';
  /** The type of the transaction that it reports; absent for the end of a checkout. */
  readonly type?: string | undefined;
  readonly state: 'DELIVERED' | 'GIVEN_UP' | 'SWITCHED_OFF' | 'WAITING';
  readonly deliveredAt?: string | undefined;
}

/** A person's act that made no transaction, or whose result is not known. */
export interface TimelineAct extends Timed {
  readonly kind: 'ACT';
  /** As the audit trail names it: `console refund`. */
  readonly action: string;
  /** REFUSED: nothing was done. UNKNOWN: the gateway failed. */
  readonly state: 'DONE' | 'REFUSED' | 'UNKNOWN';
  readonly actor: string;
  readonly amount?: Amount | undefined;
  readonly isApproved?: boolean | undefined;
  /** The saved card of the act: `VISA •••• 1019`. */
  readonly card?: string | undefined;
  /** The reason of a refusal. */
  readonly why?: string | undefined;
}

export type TimelineEntry =
  | TimelineAct
  | TimelineAuthentication
  | TimelineCheckout
  | TimelineNotification
  | TimelineStep
  | TimelineTransaction;
