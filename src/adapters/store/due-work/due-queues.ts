/** Finds the queues that have due rows: implements the core's `DueQueues` port over any engine. */
import { type RawBuilder, sql } from 'kysely';
import type { DueQueue, DueQueues } from '../../../core/ports/index.ts';
import type { Engine } from '../engine/engine.ts';
import { type Placeholder, rawQuery, statement } from '../engine/statement.ts';

/** The second column of a row of `given`: the acquirer or provider. */
const NAME = sql.ref('given.c2');

/**
 * The earliest time at which a row of the queue is due, or 0 for rows that are due at any time. Each reads an
 * index of the rows that wait.
 */
export const EARLIEST: Readonly<Record<DueQueue['kind'], RawBuilder<number | null>>> = {
  ABANDONED: sql`(select min(0) from payment_order where locked_by is not null
    and (owner is null or owner not in (select key from gateway_process)))`,
  AUTHENTICATION: sql`(select min(wake_at) from payer_authentication where wake_at is not null)`,
  CHECKOUT_EVENT: sql`(select min(due_at) from checkout_event)`,
  FOLLOW_UP: sql`(select min(follow_up_at) from transaction_outcome
    where processor = ${NAME} and follow_up_at is not null)`,
  ORDER_CHANGE: sql`(select min(due_at) from order_change)`,
  RECEIPT_MAIL: sql`(select min(due_at) from receipt_mail)`,
  REFUND_DECISION: sql`(select min(0) from refund_request where done_at is null and decision is not null)`,
  RESERVATION_MAIL: sql`(select min(due_at) from reservation_mail)`,
  REVERSAL: sql`(select min(due_at) from reversal where acquirer = ${NAME} and due_at is not null)`,
  RISK_DECISION: sql`(select min(0) from risk_review where open_since is not null and decision is not null)`,
  STAFF_MAIL: sql`(select min(due_at) from staff_mail)`,
};

const kinds = sql.join(
  Object.entries(EARLIEST).map(([kind, earliest]) => sql`when ${sql.lit(kind)} then ${earliest}`),
  sql` `,
);

/** One branch is evaluated for each given queue. */
export const dueQueues = statement((db, p: Placeholder<{ queues: string; now: number }>, { rowsOf }) =>
  rawQuery(
    db,
    sql<{ queue: number }>`select given.c0 as queue from ${rowsOf(p('queues'), ['bigint', 'text', 'text'])}
      where case given.c1 ${kinds} end <= ${p('now')}`,
  ),
);

export class StoredDueQueues implements DueQueues {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async due(queues: readonly DueQueue[], now: number): Promise<ReadonlySet<DueQueue>> {
    const given = queues.map((queue, index) => [index, queue.kind, nameOf(queue)]);
    const rows = await this.#engine.read(dueQueues, { queues: JSON.stringify(given), now });
    return new Set(rows.map(({ queue }) => queues[Number(queue)] as DueQueue));
  }
}

function nameOf(queue: DueQueue): string {
  switch (queue.kind) {
    case 'FOLLOW_UP':
      return queue.processor;
    case 'REVERSAL':
      return queue.acquirer;
    default:
      return '';
  }
}
