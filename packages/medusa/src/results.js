/** Results of calls to the gateway, in Medusa's errors. */
import { MedusaError } from '@medusajs/framework/utils';
import { GatewayError } from '@turnpike/client';

const UNAUTHORIZED = 401;

/**
 * Whether the gateway has no such order or session. A wrong password has the same cause.
 *
 * @param {unknown} error
 */
export const isRefusal = (error) =>
  error instanceof GatewayError && error.cause === 'INVALID_REQUEST' && error.status !== UNAUTHORIZED;

/**
 * @param {Promise<import('@turnpike/client').TransactionAnswer>} call
 * @throws {MedusaError} unless the transaction succeeded. An unknown result is asked for again with the same id.
 */
export async function done(call) {
  const { result, response } = await call;
  if (result !== 'SUCCESS') {
    const reason = response?.gatewayCode ?? result;
    throw new MedusaError(MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR, `The gateway answered ${reason}.`);
  }
}
