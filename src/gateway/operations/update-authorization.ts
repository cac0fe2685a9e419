/**
 * UPDATE_AUTHORIZATION: makes the order's authorization last longer, and its amount what is asked, the total and not a
 * difference.
 */
import { invalidField, invalidRequest } from '../../contract/interface-error.ts';
import { majorText } from '../../contract/money.ts';
import type { Gateway } from '../gateway.ts';
import type { StoredOrder } from '../order-records.ts';
import { authorizationFloor } from '../transitions.ts';
import {
  lastMovement,
  loadOrderContext,
  mergedDetails,
  subsequentAmount,
  subsequentInstrument,
  transactionOf,
} from './order-context.ts';
import type { Plan, TransactionCall } from './plan.ts';
import { adviseProcessorOnce } from './provider-movement.ts';

export async function planUpdateAuthorization(
  gateway: Gateway,
  call: TransactionCall,
  order: StoredOrder | undefined,
): Promise<Plan> {
  const context = await loadOrderContext(gateway, call, order);
  const authorization = lastMovement(context, ({ type }) => type === 'AUTHORIZATION');
  if (authorization === undefined) {
    throw invalidRequest('UPDATE_AUTHORIZATION is not possible: the order has no authorization.');
  }
  const { state } = context.order;
  const asked = subsequentAmount(context);
  const least = authorizationFloor(state);
  // Lasting longer alone is possible below what captures beyond the authorization may come to.
  if (asked !== undefined && asked < least) {
    throw invalidField(
      'transaction.amount',
      `at least ${majorText(least, context.currency)} ${context.currency.code}, which are captured`,
    );
  }
  return {
    type: 'AUTHORIZATION_UPDATE',
    currency: context.currency,
    amount: asked ?? state.totalAuthorized,
    instrument: subsequentInstrument(transactionOf(context, authorization)),
    details: mergedDetails(context),
    target: authorization.transactionId,
    send: adviseProcessorOnce(gateway, call, transactionOf(context, authorization), 'AUTHORIZATION_UPDATE'),
  };
}
