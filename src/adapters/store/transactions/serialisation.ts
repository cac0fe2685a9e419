/**
 * Serialises records as JSON text and parses them. Amounts are decimal text of minor units, since JSON has no BigInt;
 * other values are as in memory. Stored rows fix the member names, so that a change here needs a migration. The parsing
 * functions validate money, and take the row's key for their errors.
 */
import { InvariantError } from '../../../contract/invariant.ts';
import type { OrderState } from '../../../core/index.ts';
import type {
  AuthenticationPurpose,
  OrderSnapshot,
  ReversalAdvice,
  TransactionOutcome,
  TransactionRequest,
} from '../../../core/ports/index.ts';
import { checkedAmount, checkedCurrency } from './checked-money.ts';

type SerialisedRecord<T> = { [K in keyof T]: T[K] extends bigint ? string : T[K] };
type StateText = Omit<SerialisedRecord<OrderState>, 'movements'> & {
  movements: SerialisedRecord<OrderState['movements'][number]>[];
};

export function serialiseState(state: OrderState): string {
  const text: StateText = {
    currency: state.currency,
    amount: state.amount.toString(),
    totalAuthorized: state.totalAuthorized.toString(),
    totalCaptured: state.totalCaptured.toString(),
    totalRefunded: state.totalRefunded.toString(),
    movements: state.movements.map((movement) => ({ ...movement, amount: movement.amount.toString() })),
    notifications: state.notifications,
    authentications: state.authentications,
    endedSessions: state.endedSessions,
    isBarred: state.isBarred ? true : undefined,
  };
  return JSON.stringify(text);
}

/** @throws InvariantError if the stored values are invalid */
export function parseState(text: string, key: number): OrderState {
  const record = `order ${key}`;
  const state = parseRecord<StateText>(text, record);
  return {
    ...parseTotals(state, record),
    movements: state.movements.map((movement) => ({
      ...movement,
      amount: checkedAmount(movement.amount, 'a movement', record),
    })),
    notifications: state.notifications,
    authentications: state.authentications,
    endedSessions: state.endedSessions,
    isBarred: state.isBarred ? true : undefined,
  };
}

type Totals = Pick<OrderState, 'currency' | 'amount' | 'totalAuthorized' | 'totalCaptured' | 'totalRefunded'>;

function parseTotals(text: SerialisedRecord<Totals>, record: string): Totals {
  return {
    currency: checkedCurrency(text.currency, record),
    amount: checkedAmount(text.amount, 'amount', record),
    totalAuthorized: checkedAmount(text.totalAuthorized, 'totalAuthorized', record),
    totalCaptured: checkedAmount(text.totalCaptured, 'totalCaptured', record),
    totalRefunded: checkedAmount(text.totalRefunded, 'totalRefunded', record),
  };
}

/** @throws InvariantError if the stored values are invalid */
function parseRecord<Record>(text: string, record: string): Record {
  try {
    return JSON.parse(text) as Record;
  } catch (cause) {
    throw new InvariantError(`${record} is no JSON as it is stored`, { cause });
  }
}

export function serialiseRequest(request: TransactionRequest): string {
  return JSON.stringify({ ...request, amount: request.amount.toString() });
}

/** @throws InvariantError if the stored values are invalid */
export function parseRequest(text: string, key: number): TransactionRequest {
  const record = `transaction ${key}`;
  const request = parseRecord<SerialisedRecord<TransactionRequest>>(text, record);
  checkedCurrency(request.currency, record);
  return { ...request, amount: checkedAmount(request.amount, 'amount', record) };
}

type PurposeText = Omit<AuthenticationPurpose, 'amount'> & { readonly amount?: string };

export function serialisePurpose({ amount, ...purpose }: AuthenticationPurpose): string {
  const text: PurposeText = { ...purpose, amount: amount?.toString() };
  return JSON.stringify(text);
}

/** @throws InvariantError if the stored values are invalid */
export function parsePurpose(text: string, key: number): AuthenticationPurpose {
  const record = `authentication ${key}`;
  const { amount, ...purpose } = parseRecord<PurposeText>(text, record);
  checkedCurrency(purpose.currency, record);
  return { ...purpose, amount: amount === undefined ? undefined : checkedAmount(amount, 'amount', record) };
}

type SnapshotText = SerialisedRecord<Omit<OrderSnapshot, 'totalChargedBack'>> & { totalChargedBack?: string };

export function serialiseOutcome({ order, ...outcome }: TransactionOutcome): string {
  const { totalChargedBack, ...always } = order;
  const text: SnapshotText = {
    ...always,
    totalChargedBack: totalChargedBack?.toString(),
    amount: order.amount.toString(),
    totalAuthorized: order.totalAuthorized.toString(),
    totalCaptured: order.totalCaptured.toString(),
    totalRefunded: order.totalRefunded.toString(),
  };
  return JSON.stringify({ ...outcome, order: text });
}

/** @throws InvariantError if the stored values are invalid */
export function parseOutcome(text: string, key: number): TransactionOutcome {
  const record = `the outcome of transaction ${key}`;
  const outcome = parseRecord<Omit<TransactionOutcome, 'order'> & { order: SnapshotText }>(text, record);
  const { totalChargedBack, ...always } = outcome.order;
  const order: OrderSnapshot = {
    ...always,
    ...parseTotals(always, record),
    totalChargedBack:
      totalChargedBack === undefined ? undefined : checkedAmount(totalChargedBack, 'totalChargedBack', record),
  };
  return { ...outcome, order };
}

export function serialiseAdvice(advice: ReversalAdvice): string {
  return JSON.stringify({ ...advice, amount: advice.amount.toString() });
}

/** @throws InvariantError if the stored values are invalid */
export function parseAdvice(text: string, key: number): ReversalAdvice {
  const record = `reversal ${key}`;
  const advice = parseRecord<SerialisedRecord<ReversalAdvice>>(text, record);
  checkedCurrency(advice.currency?.code, record);
  return { ...advice, amount: checkedAmount(advice.amount, 'amount', record) };
}
