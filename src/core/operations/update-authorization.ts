/**
 * UPDATE_AUTHORIZATION: extends the order's authorization, and sets its amount to the requested total (not a
 * difference).
 */
import { namedError } from '../../contract/errors/catalogue.ts';
import { invalidField } from '../../contract/interface-error.ts';
import { majorText } from '../../contract/money.ts';
import type { Gateway } from '../gateway.ts';
import { isPaidInParts } from '../order/parts.ts';
import { authorizationFloor } from '../order/transitions.ts';
import type { StoredOrder } from '../ports/index.ts';
import { acquirerName } from '../processing/acquirers.ts';
import { type Advice, adviceToProcessor, adviseOnce } from './advise-processor.ts';
import { carryOut } from './carry-out.ts';
import {
  lastMovement,
  loadOrderContext,
  mergedDetails,
  subsequentAmount,
  subsequentInstrument,
  transactionOf,
} from './order-context.ts';
import type { Operation, Plan, Planned, TransactionCall } from './plan.ts';

export const updateAuthorization: Operation = async (gateway, call, order) =>
  carryOut(gateway, call, order, await planUpdate(gateway, call, order), adviseOnce);

async function planUpdate(
  gateway: Gateway,
  call: TransactionCall,
  order: StoredOrder | undefined,
): Promise<Planned<Advice>> {
  const context = await loadOrderContext(gateway, call, order);
  const authorization = lastMovement(context, ({ type }) => type === 'AUTHORIZATION');
  if (authorization === undefined) {
    throw namedError('NOT_POSSIBLE', { operation: 'UPDATE_AUTHORIZATION', why: 'the order has no authorization' });
  }
  const { state } = context.order;
  if (isPaidInParts(state)) {
    const why = 'the order was paid in parts, and no request can say which of them is to change';
    throw namedError('NOT_POSSIBLE', { operation: 'UPDATE_AUTHORIZATION', why });
  }
  const requested = subsequentAmount(context);
  const least = authorizationFloor(state);
  // An update without an amount only extends the validity. It is allowed even if excess captures exceed the
  // authorization.
  if (requested !== undefined && requested < least) {
    throw invalidField(
      'transaction.amount',
      `at least ${majorText(least, context.currency)} ${context.currency.code}, which are captured`,
    );
  }
  const stored = transactionOf(context, authorization);
  const plan: Plan = {
    type: 'AUTHORIZATION_UPDATE',
    currency: context.currency,
    amount: requested ?? state.totalAuthorized,
    instrument: subsequentInstrument(stored),
    details: mergedDetails(context),
    target: authorization.transactionId,
    acquirer: acquirerName(stored.request),
  };
  return { plan, decision: undefined, message: adviceToProcessor(call, stored, 'AUTHORIZATION_UPDATE') };
}
