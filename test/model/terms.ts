/**
 * The words in which a history of an order is told: what is asked, what the acquirer says, what the merchant may do.
 */
import type { OrderOperation } from '../../src/core/order/transitions.ts';

/** What the acquirer says: a gateway code, nothing in time, or nothing because there is no connection. */
export type Said = 'APPROVED' | 'DECLINED' | 'PENDING' | 'REFERRED' | 'TIMED_OUT' | 'UNKNOWN' | 'SILENCE' | 'NO_LINK';

/** The members of a merchant profile that decide what an order allows. */
export interface Profile {
  readonly excessCapturePercent: number;
  readonly authorizationValidityDays: number;
  readonly voidWindowHours: number;
  readonly permissions: Readonly<
    Record<'excessRefund' | 'refundApproval' | 'standaloneCapture' | 'standaloneRefund', boolean>
  >;
}

/** A request. */
export interface Asked {
  readonly operation: OrderOperation;
  /** Of the transaction. */
  readonly id: string;
  /** Minor units. */
  readonly amount?: bigint | undefined;
  readonly currency?: string | undefined;
  readonly target?: string | undefined;
  /** It brings a card of its own. */
  readonly hasCard?: boolean | undefined;
  /** It brings an issuer's authorization code. */
  readonly hasCode?: boolean | undefined;
}

/** What an accepted request is to do. */
export interface Plan {
  readonly type: string;
  /** Minor units. */
  readonly amount: bigint;
  readonly target?: string;
}

/** A transaction of the model's order. */
export interface Made extends Plan {
  readonly asked: Asked;
  /** Milliseconds since 1970. */
  readonly at: number;
  code: string;
  /** Of a refund request: the id of the refund that a person's word is to make of it. */
  approvedAs?: string;
  /** Of a refund request: the refund that a person's word made of it. */
  refund?: Made;
  /** Of a refund request: the refunds that had no connection to be sent on, and when the newest of them began. */
  unsent?: { readonly tries: number; readonly at: number };
}

/** Whether a request with the id of an earlier one is a repeat of it. */
export function isSame(one: Asked, other: Asked): boolean {
  return fingerprintOf(one) === fingerprintOf(other);
}

function fingerprintOf({ operation, amount, currency, target, hasCard, hasCode }: Asked): string {
  return [operation, amount, currency, target, hasCard, hasCode].join();
}
