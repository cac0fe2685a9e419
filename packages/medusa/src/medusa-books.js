/**
 * The captures and refunds of a payment as Medusa's payment module has stored them. Medusa gives a provider neither the
 * amount of a capture nor the captures before it. But it stores a capture before it calls the provider, and gives the
 * capture's id as the idempotency key: the module's own services, in the container of each provider, know the rest.
 */
import { MathBN, MedusaError } from '@medusajs/framework/utils';

/** @import { BigNumberInput } from '@medusajs/framework/types' */

/** @typedef {{ id: string, payment_id: string, amount: BigNumberInput }} Row */

/**
 * @typedef {object} Rows a service of the payment module
 * @property {(filters: object, config: { select: (keyof Row)[], take: null }) => Promise<readonly Row[]>} list
 */

const COLUMNS = /** @satisfies {(keyof Row)[]} */ (['id', 'payment_id', 'amount']);

/**
 * @param {Record<string, unknown>} container of the payment module
 * @param {'captureService' | 'refundService'} service
 * @param {string | undefined} id of a capture or refund that Medusa has stored
 * @returns {Promise<{ own: BigNumberInput, before: BigNumberInput, all: BigNumberInput }>} its amount, the sum of those
 *   of the same payment that were stored before it, and the sum of all
 * @throws {MedusaError} if it is not known: to capture or to refund another amount would be worse
 */
export async function storedMovement(container, service, id) {
  const rows = /** @type {Rows | undefined} */ (container[service]);
  const read = async (/** @type {object} */ filters) => rows?.list(filters, { select: COLUMNS, take: null }) ?? [];
  const [own] = id === undefined ? [] : await read({ id });
  if (own === undefined) {
    const message = 'Medusa does not give the amount. Make it at the gateway: it appears here with the notification.';
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, message);
  }
  const all = await read({ payment_id: own.payment_id });
  // Medusa's ids begin with the time, and it stores those of one payment one after the other.
  return { own: own.amount, before: sum(all.filter((one) => one.id < own.id)), all: sum(all) };
}

/** @param {readonly Row[]} rows */
function sum(rows) {
  return rows.reduce((total, { amount }) => MathBN.add(total, amount), MathBN.convert(0));
}
