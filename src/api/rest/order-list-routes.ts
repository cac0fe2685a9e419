/** The list of a merchant's orders: `GET …/order`. An addition to the interface. */
import { OPERATIONS } from '../../contract/operations.ts';
import { ageSeconds, cursorOf, type Gateway, type Merchant } from '../../core/index.ts';
import type { IndexedOrder, OrderIndex, Sealer } from '../../core/ports/index.ts';
import { describedOrder } from './answers/described-order.ts';
import { money } from './answers/order-answer.ts';
import { type OrderQuery, orderSearch, readOrderQuery } from './order-query.ts';
import type { OperationAnswer, OperationRequest } from './rest-request.ts';

export interface OrderListDependencies {
  readonly gateway: Gateway;
  readonly orderIndex: OrderIndex;
  /** Absent: lists are read from the primary. */
  readonly standby?: { newReading(): { readonly orderIndex: OrderIndex } } | undefined;
}

/** The index of one answer: all its reads are of a standby, or of the primary from the first failure on. */
export function indexOf({ orderIndex, standby }: OrderListDependencies): OrderIndex {
  return standby?.newReading().orderIndex ?? orderIndex;
}

export async function getOrders(
  dependencies: OrderListDependencies,
  merchant: Merchant,
  { operation, version, query = '' }: OperationRequest<'RETRIEVE_ORDERS'>,
): Promise<OperationAnswer<'RETRIEVE_ORDERS'>> {
  const { gateway } = dependencies;
  const { sealer } = gateway;
  const given = readOrderQuery<OrderQuery>(OPERATIONS[operation].query, query, version);
  const search = orderSearch(given, merchant, sealer);
  const orderIndex = indexOf(dependencies);
  const age = await orderIndex.age();
  const { orders, next } = await orderIndex.search(search);
  const body = {
    index: { age: ageSeconds(age, gateway.clock.now()), complete: age.isComplete },
    merchant: merchant.id,
    nextCursor: next && cursorOf(next, search.sort, merchant, sealer),
    order: orders.map((order) => listed(order, sealer)),
    result: 'SUCCESS' as const,
    version: version.toString(),
  };
  return { body };
}

function listed(order: IndexedOrder, sealer: Pick<Sealer, 'hash'>) {
  const { currency, steps } = order;
  return {
    ...describedOrder(order, sealer),
    payerSteps: steps.length === 0 ? undefined : steps.join(' '),
    totalAuthorizedAmount: money(order.totalAuthorized, currency),
    totalCapturedAmount: money(order.totalCaptured, currency),
    totalChargedBackAmount: money(order.totalChargedBack, currency),
    totalRefundedAmount: money(order.totalRefunded, currency),
  };
}
