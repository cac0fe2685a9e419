import { authenticationOfPayment } from '../../gateway/payer-authentication/index.ts';
import type { CheckoutStatus, PayerDependencies } from '../checkout-status.ts';
import type { FromBank } from '../page-model.ts';

/** challengeCancel: the payer. */
const BY_PAYER = '01';

/** What the payer's bank made of the last attempt; undefined where the attempt did not fail by that. */
export async function fromBank(
  { gateway }: PayerDependencies,
  { order, merchant, state }: CheckoutStatus,
): Promise<FromBank | undefined> {
  const declined = state.kind === 'pay' || state.kind === 'exhausted' ? state.declined : undefined;
  const isDecided = declined?.gatewayCode === 'AUTHENTICATION_FAILED' || declined?.gatewayCode === 'BLOCKED';
  if (order === undefined || declined === undefined || !isDecided) {
    return undefined;
  }
  const transaction = await gateway.orders.transaction(order.key, declined.transactionId);
  const made = transaction && (await authenticationOfPayment(gateway, { order, merchantId: merchant.id, transaction }));
  const result = made?.view.result;
  if (result === undefined) {
    return undefined;
  }
  const { challengeCancel, cardholderInfo } = result;
  const failed = challengeCancel === BY_PAYER ? 'cancelled' : 'failed';
  return {
    reason: declined.gatewayCode === 'BLOCKED' ? 'unavailable' : failed,
    ...(cardholderInfo !== undefined && { fromBank: cardholderInfo }),
  };
}
