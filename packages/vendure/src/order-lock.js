/**
 * One turn at a time for each order: of notifications and payers who come back, and of the staff. A row lock of the
 * database ends with the transaction, in all processes. SQLite has one process and one connection, on which no
 * transaction has an end of its own: there a turn of the staff ends with the request.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Order } from '@vendure/core';
import { Turns } from './turns.js';

/** @import { ID, RequestContext, TransactionalConnection } from '@vendure/core' */

const ROW_LOCKS = ['postgres', 'cockroachdb', 'mysql', 'mariadb'];
const turns = new Turns();
/** @type {AsyncLocalStorage<{ readonly orderId: ID, isOver: boolean }>} */
const own = new AsyncLocalStorage();

/**
 * Runs the work in a transaction of its own, which has the lock.
 *
 * @template T
 * @param {TransactionalConnection} connection
 * @param {RequestContext} ctx without a transaction
 * @param {ID} orderId
 * @param {(ctx: RequestContext) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withOrderLock(connection, ctx, orderId, work) {
  // Of this process one waits for the row, or the waiting ones would take all connections of the pool.
  const end = await turns.begin(orderId);
  const turn = { orderId, isOver: false };
  try {
    return await connection.withTransaction(ctx, async (inner) => {
      if (hasRowLocks(connection)) {
        await lockRow(connection, inner, orderId);
      }
      return own.run(turn, () => work(inner));
    });
  } finally {
    turn.isOver = true;
    end();
  }
}

/**
 * Runs the work with the lock, which holds until Vendure has stored its result: until the transaction of the context
 * ends.
 *
 * @template T
 * @param {TransactionalConnection} connection
 * @param {RequestContext} ctx
 * @param {ID} orderId
 * @param {(ctx: RequestContext) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function lockedUntilStored(connection, ctx, orderId, work) {
  const turn = own.getStore();
  if (turn?.orderId === orderId && !turn.isOver) {
    return work(ctx);
  }
  if (!hasRowLocks(connection)) {
    return turns.untilAnswered(orderId, ctx.req?.res, () => work(ctx));
  }
  if (!isInTransaction(connection, ctx)) {
    return withOrderLock(connection, ctx, orderId, work);
  }
  // It does not wait for the turns of this process: the transaction may have changed, and so locked, the order's row.
  await lockRow(connection, ctx, orderId);
  return work(ctx);
}

/**
 * The rows of a query as they are now, and not as they were when the transaction began.
 *
 * @template {import('@vendure/core').VendureEntity} T
 * @param {TransactionalConnection} connection
 * @param {RequestContext} ctx
 * @param {import('typeorm').SelectQueryBuilder<T>} query
 */
export function current(connection, ctx, query) {
  // With the isolation of MySQL, REPEATABLE READ, only a query that locks reads what others have stored since.
  return hasRowLocks(connection) && isInTransaction(connection, ctx) ? query.setLock('pessimistic_write') : query;
}

/** @param {TransactionalConnection} connection */
function hasRowLocks(connection) {
  return ROW_LOCKS.includes(connection.rawConnection.options.type);
}

/**
 * @param {TransactionalConnection} connection
 * @param {RequestContext} ctx
 */
function isInTransaction(connection, ctx) {
  return connection.getRepository(ctx, Order).manager.queryRunner?.isTransactionActive === true;
}

/**
 * @param {TransactionalConnection} connection
 * @param {RequestContext} ctx in a transaction
 * @param {ID} id
 */
async function lockRow(connection, ctx, id) {
  const query = connection.getRepository(ctx, Order).createQueryBuilder('locked').select('locked.id');
  await query.where('locked.id = :id', { id }).setLock('pessimistic_write').getOne();
}
