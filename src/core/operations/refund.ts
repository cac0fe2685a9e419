/**
 * REFUND: refunds a captured amount. If the profile requires approval of refunds, the refund becomes a refund request,
 * which moves no money until the operator approves it. A standalone refund, without a payment at this gateway, is in
 * `refund-alone.ts`.
 */

import { namedError } from '../../contract/errors/catalogue.ts';
import { BROWSER_PAYMENT_PROVIDERS } from '../../contract/providers/index.ts';
import { storedInstrument } from '../cards/stored-card.ts';
import type { Gateway } from '../gateway.ts';
import { effectiveMovements, type Movement, type OrderState } from '../order/order.ts';
import { captureAlone, isPaidInParts, partOf, partWithEnough } from '../order/parts.ts';
import { phaseOf, refundable } from '../order/transitions.ts';
import type { StoredOrder, StoredTransaction } from '../ports/index.ts';
import { acquirerName, acquirerOf } from '../processing/acquirers.ts';
import { originalOf } from '../processing/advice.ts';
import type { FinalAnswer } from '../processing/final-answer.ts';
import { providerIdOf } from '../processing/processor.ts';
import { acquirerRequest } from './acquirer-request.ts';
import { type Advice, adviceToProcessor, adviseOnce } from './advise-processor.ts';
import { carryOut } from './carry-out.ts';
import { refusedInstrument } from './instrument-of-order.ts';
import {
  loadOrderContext,
  mergedDetails,
  type OrderContext,
  requiredAmount,
  subsequentInstrument,
  tooMuch,
  tooMuchOfCaptures,
  tooMuchOfParts,
  transactionOf,
} from './order-context.ts';
import {
  DECLINED,
  type Operation,
  PENDING,
  type Plan,
  type Planned,
  type StartedTransaction,
  type TransactionCall,
} from './plan.ts';
import { presentedCard } from './presented-card.ts';
import { planApprovedAlone, planRefundAlone, type RefundRequest } from './refund-alone.ts';

export const refund: Operation = async (gateway, call, order) =>
  carryOut(gateway, call, order, await planRefund(gateway, call, order), sendRefund);

/** A refund is an advice, or a request if it needs the card. */
type RefundMessage = Advice | RefundRequest;

async function planRefund(
  gateway: Gateway,
  call: TransactionCall,
  order: StoredOrder | undefined,
): Promise<Planned<RefundMessage>> {
  const approved = await approvedRequest(gateway, call, order);
  if (approved !== undefined && approved.request.target === undefined) {
    return planApprovedAlone(gateway, approved);
  }
  const phase = phaseOf(order?.state);
  return phase === 'NEW' || phase === 'FAILED'
    ? planRefundAlone(gateway, call, order)
    : planLinked(gateway, call, order, approved);
}

/** The refund request that the operator has approved, if this refund carries one out. */
async function approvedRequest(
  { orders }: Gateway,
  { approved }: TransactionCall,
  order: StoredOrder | undefined,
): Promise<StoredTransaction | undefined> {
  return approved === undefined || order === undefined ? undefined : orders.transaction(order.key, approved);
}

async function planLinked(
  gateway: Gateway,
  call: TransactionCall,
  order: StoredOrder | undefined,
  approved: StoredTransaction | undefined,
): Promise<Planned<RefundMessage>> {
  const { permissions } = call.merchant.profile;
  const context = await loadOrderContext(gateway, call, order);
  const named = call.refunded ?? approved?.request.target;
  const source = isPaidInParts(context.order.state)
    ? sourceOfPart(context, permissions.excessRefund, named)
    : sourceOf(context, permissions.excessRefund, named);
  const isCard = providerIdOf(source.request) === undefined;
  // Checked first: a refund that is impossible must not wait for approval as a request.
  const instrument = isCard ? await storedInstrument(gateway, withCard(context, source)) : undefined;
  const presented = await presentedCard(gateway, call.merchant, call.values, withCard(context, source));
  const amount = requiredAmount(context, [
    ...presented.problems,
    ...refusedInstrument(call.merchant, 'REFUND', call.values),
  ]);
  if (!permissions.excessRefund) {
    refuseExcess(context, amount, source, approved);
  }
  const plan: Plan = {
    type: 'REFUND',
    currency: context.currency,
    amount,
    instrument: subsequentInstrument(source),
    details: approved?.request.details ?? mergedDetails(context),
    target: source.transactionId,
    acquirer: acquirerName(source.request),
  };
  if (presented.declined) {
    return { plan, decision: DECLINED, message: undefined };
  }
  if ((permissions.refundApproval || isRefundedByMerchant(source)) && approved === undefined) {
    return { plan: { ...plan, type: 'REFUND_REQUEST' }, decision: PENDING, message: undefined };
  }
  if (instrument === undefined) {
    return { plan, decision: undefined, message: adviceToProcessor(call, source, 'REFUND') };
  }
  return {
    plan: { ...plan, number: instrument.number },
    decision: undefined,
    message: { kind: 'REFUND', instrument, original: originalOf(source) },
  };
}

async function sendRefund(gateway: Gateway, started: StartedTransaction, message: RefundMessage): Promise<FinalAnswer> {
  if (message.kind === 'ADVICE') {
    return adviseOnce(gateway, started, message);
  }
  const { call, transaction } = started;
  return acquirerOf(gateway, transaction).request(acquirerRequest(call, transaction, message));
}

/**
 * The provider has no refund API. The merchant refunds the payer itself, and the refund is recorded once the operator
 * approves the request.
 */
function isRefundedByMerchant({ request }: StoredTransaction): boolean {
  return BROWSER_PAYMENT_PROVIDERS[providerIdOf(request) ?? '']?.refundedBy === 'MERCHANT';
}

/**
 * The transaction to refund: the newest capture or payment that was not voided. If there is no such transaction, as on
 * the order of a standalone refund, the refund is refused. A provider may refund captures separately: then the named
 * capture, or one that has enough left.
 *
 * @throws InterfaceError if no capture has enough left; it states the amount left of each capture
 */
function sourceOf(context: OrderContext, mayExceed: boolean, named: string | undefined): StoredTransaction {
  const { state } = context.order;
  const paid = effectiveMovements(state, 'CAPTURE', 'PAYMENT');
  const newest = requireCapture(paid.at(-1));
  const { provider = '' } = newest;
  if (paid.length === 1 || BROWSER_PAYMENT_PROVIDERS[provider]?.refundsByCapture === undefined) {
    return transactionOf(context, newest);
  }
  const requested = paid.find(({ transactionId }) => transactionId === named);
  const amount = requiredAmount(context);
  const rooms = paid.map((capture) => ({ capture, left: refundable(captureAlone(state, capture.transactionId)) }));
  const exact = rooms.findLast(({ left }) => left === amount);
  const source = requested ?? (exact ?? rooms.findLast(({ left }) => left >= amount))?.capture;
  if (source === undefined && !mayExceed) {
    throw tooMuchOfCaptures(context, rooms);
  }
  return transactionOf(context, source ?? newest);
}

function requireCapture(source: Movement | undefined): Movement {
  if (source === undefined) {
    throw namedError('NOT_POSSIBLE', { operation: 'REFUND', why: 'nothing was captured on this order' });
  }
  return source;
}

/**
 * The transaction to refund in an order that was paid in parts: the named payment, or one that has enough left.
 * @throws InterfaceError if no part has enough left; it states the amount left of each part
 */
function sourceOfPart(context: OrderContext, mayExceed: boolean, named: string | undefined): StoredTransaction {
  const { state } = context.order;
  const paid = effectiveMovements(state, 'CAPTURE', 'PAYMENT');
  const requested = paid.find(({ transactionId }) => transactionId === named);
  if (requested !== undefined) {
    return transactionOf(context, requested);
  }
  const roomOf = (part: OrderState) => ({ left: refundable(part), most: refundable(part) });
  const newest = requireCapture(paid.at(-1));
  const source = partWithEnough(state, paid, requiredAmount(context), roomOf) ?? (mayExceed ? newest : undefined);
  if (source === undefined) {
    throw tooMuchOfParts(context, paid, refundable, 'refund');
  }
  return transactionOf(context, source);
}

/** Returns the transaction that has the sealed card. For a capture, which has no card, this is its authorization. */
function withCard(context: OrderContext, source: StoredTransaction): StoredTransaction {
  const { target } = source.request;
  return context.transactions.find(({ transactionId }) => transactionId === target) ?? source;
}

/** @param approved the approved refund request, whose amount is already reserved */
function refuseExcess(
  { order, currency }: OrderContext,
  amount: bigint,
  source: StoredTransaction,
  approved: StoredTransaction | undefined,
): void {
  const most = refundable(partOf(order.state, source.transactionId)) + (approved?.request.amount ?? 0n);
  if (amount > most) {
    throw tooMuch(most, currency, 'refund');
  }
}
