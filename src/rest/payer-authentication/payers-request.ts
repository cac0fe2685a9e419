/** A caller with nothing but the session's id authenticates whoever pays what the session is for, and nobody else. */
import type { Session, Sessions } from '../../checkout/index.ts';
import { type FieldProblem, invalidFields, invalidProblem } from '../../contract/interface-error.ts';
import type { Gateway, Merchant } from '../../gateway/index.ts';

/** @throws InterfaceError where the order is not the payer's */
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
 * A session that names no order is for the first one that its payer begins to authenticate: who has its id could take
 * the transaction ids of any number of orders otherwise. Its version stays: what a payment is made of does not change.
 *
 * @throws InterfaceError where another request has made it another order's meanwhile
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

/** Whoever has a session learns nothing of other orders, and takes no transaction id of theirs. */
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
  const begun = order === undefined ? [] : await gateway.payerAuthentication.authentications.ofOrder(order.key);
  return isNew || begun.some(({ purpose }) => purpose.session === key) ? [] : [NOT_THE_ORDER];
}
