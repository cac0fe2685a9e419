/** The terms of an order's history: the request, the acquirer's answer, the merchant's permissions. */
import type { OrderOperation } from '../../src/core/order/transitions.ts';

/** The acquirer's answer: a gateway code, a timeout, or a failed connection. */
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

export interface Asked {
  readonly operation: OrderOperation;
  /** The transaction's id. */
  readonly id: string;
  /** Minor units. */
  readonly amount?: bigint | undefined;
  readonly currency?: string | undefined;
  readonly target?: string | undefined;
  /** The request has a card of its own. */
  readonly hasCard?: boolean | undefined;
  /** The request has an issuer's authorization code. */
  readonly hasCode?: boolean | undefined;
}

/** The effect of an accepted request. */
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
  /** For a refund request: the id for the refund, once a person approves. */
  approvedAs?: string;
  /** For a refund request: the refund that its approval created. */
  refund?: Made;
  /** For a refund request: the number of refunds that failed to connect, and the start of the newest. */
  unsent?: { readonly tries: number; readonly at: number };
}

/** Whether a request with the id of an earlier one is a repeat of it. */
export function isSame(one: Asked, other: Asked): boolean {
  return fingerprintOf(one) === fingerprintOf(other);
}

function fingerprintOf({ operation, amount, currency, target, hasCard, hasCode }: Asked): string {
  return [operation, amount, currency, target, hasCard, hasCode].join();
}
