/** One turn at a time for each order, in this process and, where the database has row locks, in all. */
import { Order } from '@vendure/core';

const ROW_LOCKS = ['postgres', 'cockroachdb', 'mysql', 'mariadb'];
/** @type {Map<string, Promise<unknown>>} */
const turns = new Map();

/**
 * @template T
 * @param {import('@vendure/core').TransactionalConnection} connection
 * @param {import('@vendure/core').RequestContext} ctx
 * @param {string} code the order's code
 * @param {(ctx: import('@vendure/core').RequestContext) => Promise<T>} work runs in a transaction
 * @returns {Promise<T>}
 */
export function withOrderLock(connection, ctx, code, work) {
  const before = turns.get(code) ?? Promise.resolve();
  const turn = before
    .catch(() => undefined)
    .then(() =>
      connection.withTransaction(ctx, async (inner) => {
        if (ROW_LOCKS.includes(connection.rawConnection.options.type)) {
          const lock = { mode: /** @type {const} */ ('pessimistic_write') };
          await connection.getRepository(inner, Order).findOne({ where: { code }, select: ['id'], lock });
        }
        return work(inner);
      }),
    );
  turns.set(code, turn);
  const forget = () => {
    if (turns.get(code) === turn) {
      turns.delete(code);
    }
  };
  turn.then(forget, forget);
  return turn;
}
