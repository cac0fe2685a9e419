/** UPDATE_AUTHORIZATION: makes the order's authorization last longer, and its amount what is asked, the total and not a difference. */
import { invalidField, invalidRequest } from '../../contract/errors.ts';
import { majorText } from '../../contract/money.ts';
import type { Gateway } from '../gateway.ts';
import type { StoredOrder } from '../records.ts';
import { authorizationFloor } from '../transitions.ts';
import { basisOf, detailsOver, followedInstrument, followingAmount, lastMovement, transactionOf } from './follow.ts';
import type { Plan, TransactionCall } from './plan.ts';
import { tellOnce } from './provider-movement.ts';

export async function planUpdateAuthorization(
  gateway: Gateway,
  call: TransactionCall,
  order: StoredOrder | undefined,
): Promise<Plan> {
  const basis = await basisOf(gateway, call, order);
  const authorization = lastMovement(basis, ({ type }) => type === 'AUTHORIZATION');
  if (authorization === undefined)
    throw invalidRequest('UPDATE_AUTHORIZATION is not possible: the order has no authorization.');
  const { state } = basis.order;
  const asked = followingAmount(basis);
  const least = authorizationFloor(state);
  // Lasting longer alone is possible below what captures beyond the authorization may come to.
  if (asked !== undefined && asked < least)
    throw invalidField(
      'transaction.amount',
      `at least ${majorText(least, basis.currency)} ${basis.currency.code}, which are captured`,
    );
  return {
    type: 'AUTHORIZATION_UPDATE',
    currency: basis.currency,
    amount: asked ?? state.totalAuthorized,
    instrument: followedInstrument(transactionOf(basis, authorization)),
    details: detailsOver(basis),
    target: authorization.transactionId,
    send: tellOnce(gateway, call, transactionOf(basis, authorization), 'AUTHORIZATION_UPDATE'),
  };
}
