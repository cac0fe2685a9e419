/** The ledger's state that a movement depends on, as it is before the movement. */
import type { AuthenticationFact } from './authentication.ts';
import type { MovementKind } from './movement.ts';

/** An approved movement that a later movement of the same merchant and order names as its original. */
export interface Original {
  readonly id: number;
  /** Row id of the card transaction's first movement, which may be this one. */
  readonly root: number;
  readonly kind: MovementKind;
  /** Minor units, like all amounts in this file. */
  readonly amount: bigint;
  /** ISO 4217 alphabetic code. */
  readonly currency: string;
  readonly authorizationCode: string | undefined;
  /** False for a gift card, which has no card network. */
  readonly hasNetwork: boolean;
  /** The amount of an authorization after its newest update. */
  readonly authorized: bigint;
  /** Sums of the card transaction: of its captures and payments, and of its refunds. */
  readonly captured: bigint;
  readonly refunded: bigint;
}

/** The gift card that a movement draws on or refunds to. */
export interface GiftCardFacts {
  /** The number's keyed hash. */
  readonly hash: Buffer;
  /** The card's initial balance. */
  readonly balance: bigint;
  /** The card's remaining balance. It is below zero if a refund was spent and then reversed. */
  readonly left: bigint;
}

export interface DecisionInputs {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Undefined if the movement names no original, or if the ledger has no approved one. */
  readonly original: Original | undefined;
  readonly giftCard: GiftCardFacts | undefined;
  /**
   * Whether the movement's card is the original's, as far as the ledger knows: it stores only gift card numbers,
   * hashed.
   */
  readonly isOriginalsCard: boolean;
  /**
   * Whether the payment in which the payer agreed is approved and was made with a card on file. False without such a
   * payment.
   */
  readonly isAgreed: boolean;
  /** Absent without an authentication, or if the ACS does not know it. */
  readonly authentication?: AuthenticationFact | undefined;
}
