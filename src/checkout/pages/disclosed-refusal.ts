import type { CardRefusal } from '../../contract/card-names.ts';
import type { CheckoutStatus, PayerDependencies } from '../status/checkout-status.ts';

/** The reason for which a rule refused the card of the last attempt, where the shop tells it to payers. */
export async function disclosedRefusal(
  { gateway }: PayerDependencies,
  { order, state }: CheckoutStatus,
): Promise<CardRefusal | undefined> {
  const declined = state.kind === 'pay' || state.kind === 'exhausted' ? state.declined : undefined;
  if (order === undefined || declined?.isRisky !== true) {
    return undefined;
  }
  const transaction = await gateway.orders.transaction(order.key, declined.transactionId);
  return transaction?.outcome?.risk?.fired.find(({ disclosed }) => disclosed !== undefined)?.disclosed;
}
