/**
 * The instrument with which the payer paid in a session's checkout. Card data that a payer types for a payment link is
 * in a separate session, not in the link's own. A shop that creates a token from the link's session therefore gets the
 * card from the payment: number and expiry, without the security code, as long as the session lasts.
 */
import type { RequestFields } from '../../contract/request-fields.ts';
import { storedInstrument } from '../cards/stored-card.ts';
import type { Gateway } from '../gateway.ts';
import type { Merchant } from '../merchant/merchant.ts';
import type { MergedValues } from '../operations/merged-values.ts';
import type { Movement } from '../order/order.ts';

/**
 * @returns undefined if the request or its session has its own instrument, or if there is no successful card payment
 */
export async function paidInstrument(
  { orders, sealer }: Gateway,
  { key }: Merchant,
  { session, values }: MergedValues,
): Promise<RequestFields | undefined> {
  const orderId = values.order?.id;
  if (session === undefined || orderId === undefined || hasInstrument(values)) {
    return undefined;
  }
  const order = await orders.find(key, orderId);
  const movement = order?.state.movements.findLast((one) => one.session === session && isByCard(one));
  const transaction = order && movement && (await orders.transaction(order.key, movement.transactionId));
  if (transaction === undefined) {
    return undefined;
  }
  const instrument = await storedInstrument({ orders, sealer }, transaction);
  const { kind, number } = instrument;
  const provided =
    kind === 'GIFT_CARD'
      ? { giftCard: { number } }
      : { card: { number, ...(instrument.expiry && { expiry: { ...instrument.expiry } }) } };
  return { sourceOfFunds: { provided, type: kind } };
}

function isByCard({ result, provider }: Movement): boolean {
  return result === 'SUCCESS' && provider === undefined;
}

function hasInstrument(values: RequestFields): boolean {
  return values.sourceOfFunds?.provided !== undefined || values.sourceOfFunds?.token !== undefined;
}
