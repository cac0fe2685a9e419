/** VOID: cancels an earlier transaction of the order, soon after it was made. */
import { HOUR_MS } from '../../contract/durations.ts';
import { invalidField, invalidFields } from '../../contract/interface-error.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import type { Gateway } from '../gateway.ts';
import type { Movement } from '../order/order.ts';
import { partOf } from '../order/parts.ts';
import { refusal, reviewRefusal, VOID_OF, voidRefusal } from '../order/transitions.ts';
import type { StoredOrder } from '../ports/index.ts';
import { acquirerName } from '../processing/acquirers.ts';
import { missingFields } from '../request/missing-fields.ts';
import { type Advice, adviceToProcessor, adviseOnce } from './advise-processor.ts';
import { carryOut } from './carry-out.ts';
import {
  loadOrderContext,
  mergedDetails,
  type OrderContext,
  orderContradictions,
  subsequentInstrument,
  transactionOf,
} from './order-context.ts';
import { DECLINED, type Operation, type Plan, type Planned, type TransactionCall } from './plan.ts';
import { presentedCard } from './presented-card.ts';

const FIELD = 'transaction.targetTransactionId';

export const voidTransaction: Operation = async (gateway, call, order) =>
  carryOut(gateway, call, order, await planVoid(gateway, call, order), adviseOnce);

async function planVoid(
  gateway: Gateway,
  call: TransactionCall,
  order: StoredOrder | undefined,
): Promise<Planned<Advice>> {
  const context = await loadOrderContext(gateway, call, order);
  const missing = missingFields(OPERATIONS.VOID, context.values);
  const problems = [...missing, ...orderContradictions(context)];
  if (problems.length > 0) {
    throw invalidFields(problems);
  }
  const target = targetOf(context, context.values.transaction?.targetTransactionId ?? '');
  const type = VOID_OF[target.type];
  const { state } = context.order;
  const part = partOf(state, target.transactionId);
  const why = voidRefusal(part, target) ?? reviewRefusal(state, 'VOID', type) ?? refusal(part, 'VOID', type);
  if (why !== undefined || type === undefined) {
    throw invalidField(FIELD, why ?? 'it cannot be voided');
  }
  const stored = transactionOf(context, target);
  const closedAt = stored.createdAt + call.merchant.profile.voidWindowHours * HOUR_MS;
  if (gateway.clock.now() > closedAt) {
    throw invalidField(FIELD, `it could be voided until ${new Date(closedAt).toISOString()}`);
  }
  const presented = await presentedCard(gateway, call.merchant, call.values, stored);
  if (presented.problems.length > 0) {
    throw invalidFields(presented.problems);
  }
  const plan: Plan = {
    type,
    currency: context.currency,
    // An updated authorization is voided with its current amount.
    amount: target.type === 'AUTHORIZATION' ? part.totalAuthorized : target.amount,
    instrument: subsequentInstrument(stored),
    details: mergedDetails(context),
    target: target.transactionId,
    acquirer: acquirerName(stored.request),
  };
  return presented.declined
    ? { plan, decision: DECLINED, message: undefined }
    : { plan, decision: undefined, message: adviceToProcessor(call, stored, type) };
}

function targetOf({ order }: OrderContext, transactionId: string): Movement {
  const target = order.state.movements.find((movement) => movement.transactionId === transactionId);
  if (target === undefined) {
    throw invalidField(FIELD, 'there is no such transaction on this order');
  }
  return target;
}
