import type { GatewayCode } from '../../contract/gateway-codes.ts';
import type { Movement } from '../../core/index.ts';
import { authenticationOfPayment, isCancelledByPayer } from '../../core/payer-authentication/index.ts';
import type { AuthenticationResult } from '../../core/ports/index.ts';
import type { UnconfirmedReason } from '../../web/views/index.ts';
import type { CheckoutStatus, PayerDependencies } from '../status/checkout-status.ts';
import type { AuthenticationDecline } from './page-context.ts';

/**
 * The reason to show for an authentication result that kept the payment from being sent; undefined where the result
 * does not prevent the payment. In that case a decline comes from the acquirer, a rule of the shop's or a limit.
 */
function reasonOf(result: AuthenticationResult): UnconfirmedReason | undefined {
  if (isCancelledByPayer(result)) {
    return 'cancelled';
  }
  if (result.recommendation === 'DO_NOT_PROCEED') {
    return 'failed';
  }
  return result.status === 'AUTHENTICATION_UNAVAILABLE' ? 'unavailable' : undefined;
}

const BY_AUTHENTICATION: ReadonlySet<GatewayCode> = new Set(['AUTHENTICATION_FAILED', 'BLOCKED']);

/**
 * Whether the gateway itself refused to send the payment because of its authentication result, as far as the order
 * shows.
 */
function isByAuthentication({ gatewayCode, notSent, isRisky }: Movement): boolean {
  return notSent === true && isRisky !== true && BY_AUTHENTICATION.has(gatewayCode);
}

/** The result of the last attempt's authentication; undefined where the attempt failed for another reason. */
export async function authenticationDecline(
  { gateway }: PayerDependencies,
  { order, merchant, state }: CheckoutStatus,
): Promise<AuthenticationDecline | undefined> {
  const declined = state.kind === 'pay' || state.kind === 'exhausted' ? state.declined : undefined;
  if (order === undefined || declined === undefined || !isByAuthentication(declined)) {
    return undefined;
  }
  const transaction = await gateway.orders.transaction(order.key, declined.transactionId);
  const made = transaction && (await authenticationOfPayment(gateway, { order, merchantId: merchant.id, transaction }));
  const result = made?.view.result;
  const reason = result && reasonOf(result);
  return reason && { reason, cardholderInfo: result?.cardholderInfo };
}
