/**
 * The acquirer's payouts: captures, payments and refunds, less fees, and disputes of payers' banks. Each movement is
 * settled once. A movement reversed after its settlement is taken back in a later batch.
 */
import { randomInt } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { DAY_MS } from '../../contract/durations.ts';
import { currencyOf, minorUnits } from '../../contract/money.ts';

export interface SettledLine {
  readonly id: string;
  readonly payout: string;
  readonly kind: 'CHARGEBACK' | 'CHARGEBACK_REVERSED' | 'PAYMENT' | 'PAYOUT' | 'REFUND';
  readonly merchant: string;
  readonly order_id: string | null;
  readonly transaction_id: string | null;
  /** The retrieval reference number. */
  readonly reference: string | null;
  /** Minor units; negative if it reduces the merchant's balance. */
  readonly gross: bigint;
  readonly fee: bigint;
  readonly currency: string;
  /** `2026-11-23`, UTC. */
  readonly date: string;
  /** The scheme's code of a chargeback's reason. */
  readonly reason: string | null;
  /** The last day to answer a chargeback, `2026-12-23`. */
  readonly respond_by: string | null;
}

export interface Dispute {
  readonly merchant: string;
  readonly order: string;
  readonly kind: 'CHARGEBACK' | 'CHARGEBACK_REVERSED';
  /** Decimal text in major units. Absent: the full amount of the payment. */
  readonly amount?: string | undefined;
  /** Absent: `10.4`, fraud without the card being present. */
  readonly reason?: string | undefined;
  /** Absent: 30 days later. */
  readonly respondBy?: string | undefined;
}

const REASON = '10.4';
const RESPONSE_MS = 30 * DAY_MS;

/** The fees, in minor units of any currency. */
const FEE_EACH = 25n;
const FEE_PER_MILLE = 14n;
const FEE_OF_CHARGEBACK = 1_500n;

const WHOSE = 'm.merchant, m.order_id, m.transaction_id, m.reference, m.currency';

/** Movements and disputes without a batch, and settled movements that were reversed since. */
const SELECT_UNSETTLED = `
  SELECT m.id AS movement, NULL AS dispute, CASE m.kind WHEN 'REFUND' THEN 'REFUND' ELSE 'PAYMENT' END AS kind,
    m.amount AS amount, NULL AS reason, NULL AS respond_by, ${WHOSE}
  FROM movement m
  WHERE m.kind IN ('CAPTURE', 'PAYMENT', 'REFUND') AND m.state = 'APPROVED'
    AND (m.settles_at IS NULL OR m.settles_at <= $now)
    AND NOT EXISTS (SELECT 1 FROM settled s WHERE s.movement = m.id)
  UNION ALL
  SELECT m.id, NULL, CASE m.kind WHEN 'REFUND' THEN 'PAYMENT' ELSE 'REFUND' END, m.amount, NULL, NULL,
    ${WHOSE}
  FROM movement m
  WHERE m.state = 'REVERSED' AND (SELECT COUNT(*) FROM settled s WHERE s.movement = m.id) = 1
  UNION ALL
  SELECT NULL, d.id, d.kind, d.amount, d.reason, d.respond_by, ${WHOSE}
  FROM dispute d JOIN movement m ON m.id = d.movement
  WHERE NOT EXISTS (SELECT 1 FROM settled s WHERE s.dispute = d.id)`;

interface UnsettledLine {
  readonly movement: bigint | null;
  readonly dispute: bigint | null;
  readonly kind: Exclude<SettledLine['kind'], 'PAYOUT'>;
  readonly amount: bigint;
  readonly reason: string | null;
  readonly respond_by: string | null;
  readonly merchant: string;
  readonly order_id: string;
  readonly transaction_id: string;
  readonly reference: string;
  readonly currency: string;
}

export class Settlement {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Settles all open movements and disputes, with one payout for each merchant and currency.
   *
   * @param merchant undefined for all merchants
   * @returns the number of the batch.
   */
  close(merchant: string | undefined, now: number): number {
    return this.#database.transaction(() => this.#close(merchant, now)).immediate();
  }

  /** The lines in the order of the file. */
  batch(number: number): SettledLine[] {
    return this.#database
      .prepare<[number], SettledLine>('SELECT * FROM settled WHERE batch = ? ORDER BY payout, rowid')
      .safeIntegers()
      .all(number);
  }

  /** @returns the reason of a refusal, or undefined if the dispute is stored. */
  dispute(dispute: Dispute, now: number): string | undefined {
    const { merchant, order, kind, amount: text } = dispute;
    const payment = this.#database
      .prepare<[string, string], { id: bigint; amount: bigint; currency: string }>(
        `SELECT id, amount, currency FROM movement WHERE merchant = ? AND order_id = ? AND state = 'APPROVED'
         AND kind IN ('CAPTURE', 'PAYMENT') ORDER BY id DESC LIMIT 1`,
      )
      .safeIntegers()
      .get(merchant, order);
    const currency = payment && currencyOf(payment.currency);
    const amount = text === undefined || currency === undefined ? payment?.amount : minorUnits(text, currency);
    if (payment === undefined || amount === undefined || amount <= 0n || amount > payment.amount) {
      return payment === undefined ? 'There is no payment of that order.' : 'The payment has no such amount.';
    }
    const { reason = REASON, respondBy = dayOf(now + RESPONSE_MS) } = dispute;
    this.#database
      .prepare('INSERT INTO dispute (movement, kind, amount, at, reason, respond_by) VALUES (?, ?, ?, ?, ?, ?)')
      .run(payment.id, kind, amount, now, ...(kind === 'CHARGEBACK' ? [reason, respondBy] : [null, null]));
    return undefined;
  }

  #close(merchant: string | undefined, now: number): number {
    const due = this.#database.prepare<[{ now: number }], UnsettledLine>(SELECT_UNSETTLED).safeIntegers().all({ now });
    const batch = this.#database
      .prepare<[], number>('SELECT COALESCE(MAX(batch), 0) + 1 FROM settled')
      .pluck()
      .get() as number;
    const mine = due.filter((one) => merchant === undefined || one.merchant === merchant);
    const payouts = Map.groupBy(mine, (one) => JSON.stringify([one.merchant, one.currency]));
    for (const [, rows] of [...payouts].sort(([one], [other]) => (one < other ? -1 : 1))) {
      this.#payOut(batch, rows, dayOf(now));
    }
    return batch;
  }

  #payOut(batch: number, rows: readonly UnsettledLine[], date: string): void {
    const insert = this.#database.prepare(
      `INSERT INTO settled (id, batch, payout, kind, movement, dispute, merchant, order_id, transaction_id, reference,
       gross, fee, currency, date, reason, respond_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    // A batch's number is random, so that a new ledger does not repeat the numbers of an older one.
    const payout = `PO${date.replaceAll('-', '')}${randomInt(1_000_000_000).toString().padStart(9, '0')}`;
    let paid = 0n;
    for (const [index, row] of rows.entries()) {
      const gross = row.kind === 'PAYMENT' || row.kind === 'CHARGEBACK_REVERSED' ? row.amount : -row.amount;
      const fee = feeOf(row);
      paid += gross - fee;
      const names = [row.merchant, row.order_id, row.transaction_id, row.reference];
      const id = `${payout}-${index + 1}`;
      const amounts = [gross, fee, row.currency, date];
      const named = [id, batch, payout, row.kind, row.movement, row.dispute, ...names];
      insert.run(...named, ...amounts, row.reason, row.respond_by);
    }
    const [{ merchant, currency }] = rows as readonly [UnsettledLine];
    insert.run(
      payout,
      batch,
      payout,
      'PAYOUT',
      null,
      null,
      merchant,
      null,
      null,
      null,
      paid,
      0,
      currency,
      date,
      null,
      null,
    );
  }
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function feeOf({ kind, amount }: UnsettledLine): bigint {
  if (kind === 'CHARGEBACK') {
    return FEE_OF_CHARGEBACK;
  }
  return kind === 'PAYMENT' ? FEE_EACH + (amount * FEE_PER_MILLE) / 1_000n : 0n;
}
