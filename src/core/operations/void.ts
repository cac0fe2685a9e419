/** VOID: cancels an earlier transaction of the order, soon after it was made. */
import { HOUR_MS } from '../../contract/durations.ts';
import { invalidField, invalidFields } from '../../contract/interface-error.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import type { Gateway } from '../gateway.ts';
import type { Merchant } from '../merchant/merchant.ts';
import type { Movement } from '../order/order.ts';
import { targetRefusal, VOID_OF, voidedAmount } from '../order/transitions.ts';
import type { StoredOrder, StoredTransaction } from '../ports/index.ts';
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
  const why = targetRefusal(state, target);
  if (why !== undefined || type === undefined) {
    throw invalidField(FIELD, why ?? 'it cannot be voided');
  }
  const stored = transactionOf(context, target);
  const closesAt = voidClosesAt(stored, call.merchant);
  if (gateway.clock.now() > closesAt) {
    throw invalidField(FIELD, `it could be voided until ${new Date(closesAt).toISOString()}`);
  }
  const presented = await presentedCard(gateway, call.merchant, call.values, stored);
  if (presented.problems.length > 0) {
    throw invalidFields(presented.problems);
  }
  const plan: Plan = {
    type,
    currency: context.currency,
    amount: voidedAmount(state, target),
    instrument: subsequentInstrument(stored),
    details: mergedDetails(context),
    target: target.transactionId,
    acquirer: acquirerName(stored.request),
  };
  return presented.declined
    ? { plan, decision: DECLINED, message: undefined }
    : { plan, decision: undefined, message: adviceToProcessor(call, stored, type) };
}

/** @returns the time until which the transaction can be voided, in milliseconds since 1970 */
export function voidClosesAt(
  { createdAt }: Pick<StoredTransaction, 'createdAt'>,
  { profile }: Pick<Merchant, 'profile'>,
): number {
  return createdAt + profile.voidWindowHours * HOUR_MS;
}

function targetOf({ order }: OrderContext, transactionId: string): Movement {
  const target = order.state.movements.find((movement) => movement.transactionId === transactionId);
  if (target === undefined) {
    throw invalidField(FIELD, 'there is no such transaction on this order');
  }
  return target;
}
