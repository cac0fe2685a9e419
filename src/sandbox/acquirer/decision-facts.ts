/** The ledger's facts that a movement depends on, before the movement is made. */
import type { AuthenticationFact } from './authentication.ts';
import type { MovementKind } from './movement.ts';

/** A movement in force that another one names, of the same merchant and the same order. */
export interface Original {
  readonly id: number;
  /** The first row of the card transaction; its own if it is the first. */
  readonly root: number;
  readonly kind: MovementKind;
  /** Minor units, as all amounts here. */
  readonly amount: bigint;
  /** ISO 4217 alphabetic code. */
  readonly currency: string;
  readonly authorizationCode: string | undefined;
  /** False for a gift card, which has no card network. */
  readonly hasNetwork: boolean;
  /** Of an authorization: its amount since the newest update. */
  readonly authorized: bigint;
  /** Sums of the card transaction: of its captures and payments, and of its refunds. */
  readonly captured: bigint;
  readonly refunded: bigint;
}

/** The gift card that a movement draws on or refunds to. */
export interface GiftCardFacts {
  /** The number's keyed hash. */
  readonly hash: Buffer;
  /** Its initial balance. */
  readonly balance: bigint;
  /** Its remaining balance. Below zero when a refund was reversed after it was spent. */
  readonly left: bigint;
}

export interface Facts {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Undefined when the movement names none, or when the ledger has none in force. */
  readonly original: Original | undefined;
  readonly giftCard: GiftCardFacts | undefined;
  /**
   * The movement's card is the original's, as far as the ledger knows: it stores no numbers but gift cards', hashed.
   */
  readonly isOriginalsCard: boolean;
  /** The payment by which the payer agreed is in force, and was made to keep the card. False where none is named. */
  readonly isAgreed: boolean;
  /** Absent where none came with it, or the ACS knows nothing of it. */
  readonly authentication?: AuthenticationFact | undefined;
}
