/** Restricts callers that have only a session's id to the authentication of that session's payer. */
import type { Session, Sessions } from '../../../checkout/index.ts';
import { type FieldProblem, invalidFields, invalidProblem } from '../../../contract/interface-error.ts';
import type { Gateway, Merchant } from '../../../core/index.ts';

/** @throws InterfaceError if the order does not belong to the session */
export async function refuseOtherOrder(
  gateway: Gateway,
  merchant: Merchant,
  orderId: string,
  session: Session,
): Promise<void> {
  const problems = await orderProblems(gateway, merchant, orderId, session);
  if (problems.length > 0) {
    throw invalidFields(problems);
  }
}

/**
 * Binds a session without an order to the first order that its payer starts to authenticate. Otherwise a client with
 * the session's id could use up transaction ids of any number of orders. The session's version stays, since the
 * payment's data does not change.
 *
 * @throws InterfaceError if a concurrent request has bound the session to another order
 */
export async function bindOrder(
  sessions: Pick<Sessions, 'findByKey' | 'replace'>,
  session: Session,
  orderId: string,
): Promise<void> {
  const { key, fields } = session;
  if (fields.order?.id !== undefined) {
    return;
  }
  const bound = { ...session, fields: { ...fields, order: { ...fields.order, id: orderId } } };
  await sessions.replace(bound, session);
  const now = await sessions.findByKey(key);
  if (now?.fields.order?.id !== orderId) {
    throw invalidFields([NOT_THE_ORDER]);
  }
}

const NOT_THE_ORDER = invalidProblem('order.id', 'the order that the session is for');

/**
 * Refuses other orders, so that a client with a session learns no data of them and uses up none of their transaction
 * ids.
 */
async function orderProblems(
  gateway: Gateway,
  { key: merchantKey }: Merchant,
  orderId: string,
  { key, fields }: Session,
): Promise<FieldProblem[]> {
  const named = fields.order?.id;
  if (named === orderId) {
    return [];
  }
  const order = named === undefined ? await gateway.orders.find(merchantKey, orderId) : undefined;
  const isNew = named === undefined && order === undefined;
  const authentications =
    order === undefined ? [] : await gateway.payerAuthentication.authentications.ofOrder(order.key);
  return isNew || authentications.some(({ purpose }) => purpose.session === key) ? [] : [NOT_THE_ORDER];
}
