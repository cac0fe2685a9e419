/** Sums over the ledger's rows, in minor units. They are computed each time, because a stored sum can become wrong. */
import type { Database, Statement } from 'better-sqlite3';

export interface CardTransactionSums {
  readonly captured: bigint;
  readonly refunded: bigint;
  /** The newest update's total. */
  readonly updated: bigint | null;
}

/** Sums over one card transaction: its first row, and the rows that name it as their root. */
const OF_CARD_TRANSACTION = `
  SELECT
    COALESCE(SUM(CASE WHEN kind IN ('CAPTURE', 'PAYMENT') THEN amount END), 0) AS captured,
    COALESCE(SUM(CASE WHEN kind = 'REFUND' THEN amount END), 0) AS refunded,
    (SELECT amount FROM movement WHERE root = $root AND kind = 'UPDATE' AND state = 'APPROVED'
     ORDER BY id DESC LIMIT 1) AS updated
  FROM movement WHERE (id = $root OR root = $root) AND state = 'APPROVED'`;

/** An authorization draws its amount, or its captures' sum if that is more; its captures draw nothing of their own. */
const TAKEN_FROM_GIFT_CARD = `
  SELECT COALESCE(SUM(CASE
    WHEN m.kind = 'AUTHORIZATION' THEN MAX(
      COALESCE(
        (SELECT amount FROM movement WHERE root = m.id AND kind = 'UPDATE' AND state = 'APPROVED' ORDER BY id DESC LIMIT 1),
        m.amount
      ),
      (SELECT COALESCE(SUM(amount), 0) FROM movement WHERE root = m.id AND kind = 'CAPTURE' AND state = 'APPROVED')
    )
    WHEN m.kind = 'PAYMENT' OR (m.kind = 'CAPTURE' AND m.root IS NULL) THEN m.amount
    WHEN m.kind = 'REFUND' THEN -m.amount
    ELSE 0
  END), 0) FROM movement m WHERE m.gift_card = ? AND m.currency = ? AND m.state = 'APPROVED'`;

export class LedgerSums {
  readonly #ofCardTransaction: Statement<[{ root: number }], CardTransactionSums>;
  readonly #takenFromGiftCard: Statement<[Buffer, string], bigint>;

  constructor(database: Database) {
    this.#ofCardTransaction = database
      .prepare<[{ root: number }], CardTransactionSums>(OF_CARD_TRANSACTION)
      .safeIntegers();
    this.#takenFromGiftCard = database.prepare<[Buffer, string], bigint>(TAKEN_FROM_GIFT_CARD).pluck().safeIntegers();
  }

  /** @param root row number of the card transaction's first movement. */
  ofCardTransaction(root: number): CardTransactionSums {
    return this.#ofCardTransaction.get({ root }) as CardTransactionSums;
  }

  /** @param giftCard keyed hash of its number. @param currencyCode rows in other currencies do not count. */
  takenFromGiftCard(giftCard: Buffer, currencyCode: string): bigint {
    return this.#takenFromGiftCard.get(giftCard, currencyCode) as bigint;
  }
}
