/**
 * Records as JSON text and back. Amounts travel as decimal text of minor units, since JSON has no BigInt; everything else is
 * as it is in memory. The names written are fixed by rows already stored: a change here needs a migration.
 */
import type { OrderState } from '../gateway/order.ts';
import type { OrderSnapshot, TransactionOutcome, TransactionRequest } from '../gateway/order-records.ts';
import type { ReversalAdvice } from '../gateway/ports.ts';

type Serialised<T> = { [K in keyof T]: T[K] extends bigint ? string : T[K] };
type StateText = Omit<Serialised<OrderState>, 'movements'> & {
  movements: Serialised<OrderState['movements'][number]>[];
};

export function serialiseState(state: OrderState): string {
  const text: StateText = {
    currency: state.currency,
    amount: state.amount.toString(),
    totalAuthorized: state.totalAuthorized.toString(),
    totalCaptured: state.totalCaptured.toString(),
    totalRefunded: state.totalRefunded.toString(),
    movements: state.movements.map((movement) => ({ ...movement, amount: movement.amount.toString() })),
    ...(state.notifications && { notifications: state.notifications }),
  };
  return JSON.stringify(text);
}

export function parseState(text: string): OrderState {
  const state = JSON.parse(text) as StateText;
  return {
    ...parseTotals(state),
    movements: state.movements.map((movement) => ({ ...movement, amount: BigInt(movement.amount) })),
    ...(state.notifications && { notifications: state.notifications }),
  };
}

type Totals = Pick<OrderState, 'currency' | 'amount' | 'totalAuthorized' | 'totalCaptured' | 'totalRefunded'>;

function parseTotals(text: Serialised<Totals>): Totals {
  return {
    currency: text.currency,
    amount: BigInt(text.amount),
    totalAuthorized: BigInt(text.totalAuthorized),
    totalCaptured: BigInt(text.totalCaptured),
    totalRefunded: BigInt(text.totalRefunded),
  };
}

export function serialiseRequest(request: TransactionRequest): string {
  return JSON.stringify({ ...request, amount: request.amount.toString() });
}

export function parseRequest(text: string): TransactionRequest {
  const request = JSON.parse(text) as Serialised<TransactionRequest>;
  return { ...request, amount: BigInt(request.amount) };
}

export function serialiseOutcome({ order, ...outcome }: TransactionOutcome): string {
  const text: Serialised<OrderSnapshot> = {
    ...order,
    amount: order.amount.toString(),
    totalAuthorized: order.totalAuthorized.toString(),
    totalCaptured: order.totalCaptured.toString(),
    totalRefunded: order.totalRefunded.toString(),
  };
  return JSON.stringify({ ...outcome, order: text });
}

export function parseOutcome(text: string): TransactionOutcome {
  const outcome = JSON.parse(text) as Omit<TransactionOutcome, 'order'> & { order: Serialised<OrderSnapshot> };
  return { ...outcome, order: { ...outcome.order, ...parseTotals(outcome.order) } };
}

export function serialiseAdvice(advice: ReversalAdvice): string {
  return JSON.stringify({ ...advice, amount: advice.amount.toString() });
}

export function parseAdvice(text: string): ReversalAdvice {
  const advice = JSON.parse(text) as Serialised<ReversalAdvice>;
  return { ...advice, amount: BigInt(advice.amount) };
}
