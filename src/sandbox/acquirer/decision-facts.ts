/** What the ledger knows that bears on a movement, before the movement is made. */
import type { MovementKind } from './movement.ts';

/** A standing movement that another one names, of the same merchant and the same order. */
export interface Original {
  readonly id: number;
  /** The row that the card transaction's life began with; its own where it began that life. */
  readonly root: number;
  readonly kind: MovementKind;
  /** Minor units, as all amounts here. */
  readonly amount: bigint;
  /** ISO 4217 alphabetic code. */
  readonly currency: string;
  readonly authorizationCode: string | undefined;
  /** Whether a card network is concerned: not with a gift card. */
  readonly hasNetwork: boolean;
  /** Of an authorization: what it holds since its newest update. */
  readonly authorized: bigint;
  /** What captures and payments of the card transaction stand for, and what refunds of it do. */
  readonly captured: bigint;
  readonly refunded: bigint;
}

/** The gift card that a movement takes from or gives back to. */
export interface GiftCardFacts {
  /** The number's keyed hash. */
  readonly hash: Buffer;
  /** What it held when it was new. */
  readonly balance: bigint;
  /** What is left of that. Below zero where a refund that was already spent again had to be taken back. */
  readonly left: bigint;
}

export interface Facts {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Undefined where the movement names none, or the ledger has none standing. */
  readonly original: Original | undefined;
  readonly giftCard: GiftCardFacts | undefined;
  /**
   * The movement's card and the original's are one, as far as the ledger can tell: it knows no number but gift cards'.
   */
  readonly isOriginalsCard: boolean;
}
