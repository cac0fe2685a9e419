/**
 * The acquirer's own book: what it did, whoever asks. It is the judge of the gateway's, so it shares nothing with it.
 */
import { createHmac, randomBytes, randomInt } from 'node:crypto';
import type { Database, Statement } from 'better-sqlite3';
import { currencyOf, majorText } from '../../contract/money.ts';
import type { Decision, MovementState } from './decision.ts';
import { openLedgerFile } from './ledger-file.ts';
import type { Movement } from './movement.ts';

export interface LedgerEntry {
  /** What the host makes today is AUTHORIZATION, PAYMENT and VERIFICATION. */
  readonly kind: 'AUTHORIZATION' | 'PAYMENT' | 'CAPTURE' | 'REFUND' | 'VERIFICATION' | 'UPDATE';
  /** The retrieval reference number, which the gateway calls the receipt. */
  readonly reference: string;
  readonly merchant: string;
  readonly order: string;
  readonly transaction: string;
  /** Decimal text in major units, with the currency's own number of places. */
  readonly amount: string;
  /** ISO 4217 alphabetic code. */
  readonly currency: string;
  readonly state: MovementState;
  /** ISO 8601, UTC. */
  readonly at: string;
}

export interface LedgerFilter {
  readonly merchant?: string | undefined;
  readonly order?: string | undefined;
}

/** A trace's row. `kind` is null for a reversal that came before, or without, its original. */
export interface LedgerRow {
  readonly kind: LedgerEntry['kind'] | null;
  readonly reference: string;
  readonly merchant: string;
  readonly order_id: string;
  readonly transaction_id: string;
  readonly amount: number;
  readonly currency: string;
  readonly state: MovementState;
  readonly response_code: string;
  readonly authorization_code: string | null;
  readonly additional_response: string | null;
  readonly is_silent: number;
  /** Milliseconds since 1970 from which on the response is an approval. */
  readonly settles_at: number | null;
  readonly at: number;
}

const DETAILS =
  'kind, reference, merchant, order_id, transaction_id, amount, currency, state, response_code, authorization_code, additional_response, is_silent, settles_at, at';

const GIFT_CARD_KEY_BYTES = 32;

export class Ledger {
  readonly #database: Database;
  readonly #insert: Statement;
  readonly #fillIn: Statement;
  readonly #find: Statement<[string], LedgerRow>;
  readonly #reverse: Statement;
  readonly #rememberReversal: Statement;
  readonly #spent: Statement<[Buffer, string], number>;
  readonly #giftCardKey: Buffer;

  /** @param file undefined keeps the ledger in memory. */
  constructor(file: string | undefined) {
    const database = openLedgerFile(file);
    this.#database = database;
    this.#insert = database.prepare(
      `INSERT INTO movement (trace, ${DETAILS}, gift_card) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (trace) DO NOTHING`,
    );
    this.#fillIn = database.prepare(
      `UPDATE movement SET kind = ?, reference = ?, merchant = ?, order_id = ?, transaction_id = ?, amount = ?,
       currency = ?, state = 'DECLINED', response_code = ?, at = ? WHERE trace = ? AND kind IS NULL`,
    );
    this.#find = database.prepare(`SELECT ${DETAILS} FROM movement WHERE trace = ?`);
    this.#reverse = database.prepare(`UPDATE movement SET state = 'REVERSED' WHERE trace = ? AND state = 'APPROVED'`);
    this.#rememberReversal = database.prepare(
      `INSERT INTO movement (trace, state, at) VALUES (?, 'REVERSED', ?) ON CONFLICT (trace) DO NOTHING`,
    );
    this.#spent = database
      .prepare<[Buffer, string], number>(
        `SELECT COALESCE(SUM(amount), 0) FROM movement WHERE gift_card = ? AND currency = ? AND state = 'APPROVED'`,
      )
      .pluck();
    this.#giftCardKey = giftCardKey(database);
  }

  /** Runs `work` as one commit. Its answers may be given only after this returns; where it throws, nothing happened. */
  commit(work: () => void): void {
    this.#database.transaction(work).immediate();
  }

  /** Writes a movement down unless its trace is taken. @returns whether it was written. */
  record(movement: Movement, decision: Decision, at: number, speed: number, isGiftCard: boolean): boolean {
    const { changes } = this.#insert.run(
      movement.trace,
      movement.kind,
      movement.reference,
      movement.merchant,
      movement.order,
      movement.transaction,
      movement.amount,
      movement.currency.code,
      decision.state,
      decision.responseCode,
      decision.state === 'APPROVED' ? String(randomInt(1_000_000)).padStart(6, '0') : null,
      decision.additionalResponse ?? null,
      decision.isSilent ? 1 : 0,
      decision.settlesAfterMs === undefined ? null : Math.round(at + decision.settlesAfterMs / speed),
      at,
      isGiftCard ? this.#hash(movement.number.reveal()) : null,
    );
    return changes === 1;
  }

  /** Writes down, as declined, the late original of a reversal that was here first. */
  recordRefused(movement: Movement, responseCode: string, at: number): void {
    const { kind, reference, merchant, order, transaction, amount, currency, trace } = movement;
    this.#fillIn.run(kind, reference, merchant, order, transaction, amount, currency.code, responseCode, at, trace);
  }

  find(trace: string): LedgerRow | undefined {
    return this.#find.get(trace);
  }

  /** Takes an approved movement back. A declined or reversed one stays as it is; an unseen one is refused for ever. */
  reverse(trace: string, at: number): void {
    if (this.#reverse.run(trace).changes === 0) {
      this.#rememberReversal.run(trace, at);
    }
  }

  /** Minor units of the currency that standing movements hold of a gift card. */
  spentOf(number: string, currencyCode: string): number {
    return this.#spent.get(this.#hash(number), currencyCode) ?? 0;
  }

  /** In the order in which the movements came. */
  entries(filter: LedgerFilter): LedgerEntry[] {
    const rows = this.#database
      .prepare<[Record<string, string | null>], LedgerRow>(
        `SELECT ${DETAILS} FROM movement WHERE kind IS NOT NULL
         ${filter.order === undefined ? '' : 'AND order_id = $order'}
         ${filter.merchant === undefined ? '' : 'AND merchant = $merchant'} ORDER BY id`,
      )
      .all({ order: filter.order ?? null, merchant: filter.merchant ?? null });
    return rows.map(entryOf);
  }

  close(): void {
    this.#database.close();
  }

  /** Keyed, because a plain hash of so few possible numbers gives them away. */
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

function entryOf(row: LedgerRow): LedgerEntry {
  const currency = currencyOf(row.currency);
  return {
    kind: row.kind as LedgerEntry['kind'],
    reference: row.reference,
    merchant: row.merchant,
    order: row.order_id,
    transaction: row.transaction_id,
    amount: currency === undefined ? String(row.amount) : majorText(BigInt(row.amount), currency),
    currency: row.currency,
    state: row.state,
    at: new Date(row.at).toISOString(),
  };
}
