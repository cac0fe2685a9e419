/** A caller with nothing but the session's id authenticates whoever pays what the session is for, and nobody else. */
import type { Session } from '../../checkout/index.ts';
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
  return isNew || begun.some(({ purpose }) => purpose.session === key)
    ? []
    : [invalidProblem('order.id', 'the order that the session is for')];
}
