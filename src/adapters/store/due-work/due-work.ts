/** Finds out whether a store has work that no request causes: it must stay open until there is none. */
import { sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';
import { type Placeholder, statement } from '../engine/statement.ts';
import { isWaiting } from '../schema/waiting-receipts.ts';

/**
 * At most one row of each kind of work. Each statement uses an index of the rows with such work, or reads a table with
 * few rows.
 */
const KINDS = [
  // Transactions in flight.
  statement((db, p: Placeholder<{ one: number }>) =>
    db.selectFrom('payment_order').select('key').where('locked_by', 'is not', null).limit(p('one')),
  ),
  // Reversals that are not acknowledged.
  statement((db, p: Placeholder<{ one: number }>) =>
    db.selectFrom('reversal').select('key').where('due_at', 'is not', null).limit(p('one')),
  ),
  // Captures, voids and refunds to repeat, and open results.
  statement((db, p: Placeholder<{ one: number; empty: string }>) =>
    db
      .selectFrom('transaction_outcome')
      .select('transaction_key as key')
      .where('processor', '>=', p('empty'))
      .where('follow_up_at', 'is not', null)
      .limit(p('one')),
  ),
  statement((db, p: Placeholder<{ one: number }>) =>
    db.selectFrom('notification_queue').select('order_key as key').limit(p('one')),
  ),
  statement((db, p: Placeholder<{ one: number }>) =>
    db.selectFrom('checkout_event').select('session_key as key').where('due_at', 'is not', null).limit(p('one')),
  ),
  statement((db, p: Placeholder<{ one: number }>) =>
    db.selectFrom('payer_authentication').select('key').where('wake_at', 'is not', null).limit(p('one')),
  ),
  // Security codes and cards of sessions, which are erased at their end.
  statement((db, p: Placeholder<{ one: number }>) =>
    db.selectFrom('session').select('key').where('sensitive_until', 'is not', null).limit(p('one')),
  ),
  statement((db, p: Placeholder<{ one: number }>) =>
    db.selectFrom('session').select('key').where('sealed_card', 'is not', null).limit(p('one')),
  ),
  statement((db, p: Placeholder<{ one: number }>) =>
    db.selectFrom('receipt_mail').select('transaction_key as key').where(isWaiting('receipt_mail')).limit(p('one')),
  ),
  statement((db, p: Placeholder<{ one: number }>) =>
    db
      .selectFrom('reservation_mail')
      .select('transaction_key as key')
      .where(isWaiting('reservation_mail'))
      .limit(p('one')),
  ),
  statement((db, p: Placeholder<{ one: number }>) =>
    db.selectFrom('staff_mail').select('key').where(isWaiting('staff_mail')).limit(p('one')),
  ),
  // Merchants that are moved from the store or to it.
  statement((db, p: Placeholder<{ one: number }>) =>
    db.selectFrom('merchant_move').select('merchant_key as key').where(sql<boolean>`step <> 'GONE'`).limit(p('one')),
  ),
  // Orders whose entry in the index is older than they are.
  statement((db, p: Placeholder<{ one: number }>) =>
    db.selectFrom('order_change').select('order_key as key').limit(p('one')),
  ),
  statement((db, p: Placeholder<{ one: number }>) =>
    db.selectFrom('order_index_build').select('key').where('building', 'is not', null).limit(p('one')),
  ),
  // Decisions of an operator that are not carried out.
  statement((db, p: Placeholder<{ one: number }>) =>
    db
      .selectFrom('refund_request')
      .select('transaction_key as key')
      .where('done_at', 'is', null)
      .where('decision', 'is not', null)
      .limit(p('one')),
  ),
  statement((db, p: Placeholder<{ one: number }>) =>
    db
      .selectFrom('risk_review')
      .select('transaction_key as key')
      .where('open_since', 'is not', null)
      .where('decision', 'is not', null)
      .limit(p('one')),
  ),
] as const;

/** The earliest time of each kind of work that has one. */
const TIMES = [
  statement((db) =>
    db
      .selectFrom('reversal')
      .select((e) => e.fn.min('due_at').as('at'))
      .where('due_at', 'is not', null),
  ),
  statement((db) =>
    db
      .selectFrom('transaction_outcome')
      .select((e) => e.fn.min('follow_up_at').as('at'))
      .where('follow_up_at', 'is not', null),
  ),
  statement((db) => db.selectFrom('notification_queue').select((e) => e.fn.min('due_at').as('at'))),
  statement((db) =>
    db
      .selectFrom('checkout_event')
      .select((e) => e.fn.min('due_at').as('at'))
      .where('due_at', 'is not', null),
  ),
  statement((db) =>
    db
      .selectFrom('payer_authentication')
      .select((e) => e.fn.min('wake_at').as('at'))
      .where('wake_at', 'is not', null),
  ),
] as const;

export class StoredDueWork {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * @returns the time of the earliest work, in milliseconds since 1970, which may be past; undefined if there is none
   */
  async next(): Promise<number | undefined> {
    const found = await Promise.all(TIMES.map((kind) => this.#engine.read(kind, {})));
    const times = found.flat().flatMap(({ at }) => (at === null ? [] : [Number(at)]));
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** @returns true if there is any work, due now or later */
  async exists(): Promise<boolean> {
    for (const kind of KINDS) {
      if ((await this.#engine.read(kind, { one: 1, empty: '' })).length > 0) {
        return true;
      }
    }
    return false;
  }
}
