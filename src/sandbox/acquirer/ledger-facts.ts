/** Loads the ledger's state that a movement depends on: its original and its gift card. */
import { createHmac, randomBytes } from 'node:crypto';
import type { Database, Statement } from 'better-sqlite3';
import type { Currency } from '../../contract/money.ts';
import type { LedgerRow } from './acquirer-ledger-rows.ts';
import type { DecisionInputs, GiftCardFacts, Original } from './decision-facts.ts';
import { giftCardBalance, isGiftCard } from './gift-cards.ts';
import { LedgerSums } from './ledger-sums.ts';
import type { RequestedMovement } from './movement.ts';
import { rootOf } from './network-data.ts';

const GIFT_CARD_KEY_BYTES = 32;

export class LedgerFacts {
  readonly #sums: LedgerSums;
  readonly #find: (trace: string) => LedgerRow | undefined;
  readonly #giftCardKey: Buffer;
  readonly #agreed: Statement<[root: number | null, merchant: string]>;

  constructor(database: Database, find: (trace: string) => LedgerRow | undefined) {
    this.#sums = new LedgerSums(database);
    this.#find = find;
    this.#giftCardKey = giftCardKey(database);
    this.#agreed = database.prepare(
      `SELECT id FROM movement WHERE id = ? AND merchant = ? AND root IS NULL AND network_data IS NOT NULL
       AND pos_environment IS NOT NULL AND state = 'APPROVED'`,
    );
  }

  /** @param now milliseconds since 1970. */
  of(movement: RequestedMovement, now: number): DecisionInputs {
    const row = this.#originalOf(movement);
    const original = row && this.#original(row);
    const own = this.#ownGiftCard(movement);
    const originals = row?.gift_card ?? undefined;
    const giftCard = row === undefined ? own : this.#originalsGiftCard(row);
    const isOriginalsCard = own === undefined ? originals === undefined : originals?.equals(own.hash) === true;
    return { now, original, giftCard, isOriginalsCard, isAgreed: this.#isAgreed(movement) };
  }

  #isAgreed({ originalIdentifier, merchant }: RequestedMovement): boolean {
    return originalIdentifier !== undefined && this.#agreed.get(rootOf(originalIdentifier), merchant) !== undefined;
  }

  #originalOf({ original, merchant, order }: RequestedMovement): LedgerRow | undefined {
    const row = original === undefined ? undefined : this.#find(original);
    const isInForce = row?.state === 'APPROVED' && row.merchant === merchant && row.order_id === order;
    return isInForce ? row : undefined;
  }

  #original(row: LedgerRow): Original {
    const root = row.root ?? row.id;
    const { captured, refunded, updated } = this.#sums.ofCardTransaction(root);
    return {
      id: row.id,
      root,
      kind: row.kind as Original['kind'],
      amount: BigInt(row.amount),
      currency: row.currency,
      authorizationCode: row.authorization_code ?? undefined,
      hasNetwork: row.network_data !== null,
      authorized: updated ?? BigInt(row.amount),
      captured,
      refunded,
    };
  }

  #ownGiftCard({ card, currency }: RequestedMovement): GiftCardFacts | undefined {
    const number = card?.number.reveal();
    return number === undefined || !isGiftCard(number) ? undefined : this.ofGiftCard(number, currency);
  }

  /** @param number the number of a gift card. @param currency the currency in which the card is spent. */
  ofGiftCard(number: string, { exponent, code }: Currency): GiftCardFacts {
    return this.#giftCard(this.#hash(number), giftCardBalance(number, exponent), code);
  }

  #originalsGiftCard({ gift_card: hash, gift_card_balance: balance, currency }: LedgerRow): GiftCardFacts | undefined {
    return hash === null ? undefined : this.#giftCard(hash, balance === null ? undefined : BigInt(balance), currency);
  }

  /**
   * @param known undefined for a card that was first seen before balances were stored: its remaining balance is
   * unknown.
   */
  #giftCard(hash: Buffer, known: bigint | undefined, currencyCode: string): GiftCardFacts {
    const taken = this.#sums.takenFromGiftCard(hash, currencyCode);
    const balance = known ?? taken;
    return { hash, balance, left: balance - taken };
  }

  /** Hashes with a key, because a plain hash of so few possible numbers could be reversed. */
  #hash(number: string): Buffer {
    return createHmac('sha256', this.#giftCardKey).update(number).digest();
  }
}

function giftCardKey(database: Database): Buffer {
  database
    .prepare(`INSERT INTO secret (name, value) VALUES ('gift-card', ?) ON CONFLICT DO NOTHING`)
    .run(randomBytes(GIFT_CARD_KEY_BYTES));
  return database.prepare<[], Buffer>(`SELECT value FROM secret WHERE name = 'gift-card'`).pluck().get() as Buffer;
}
