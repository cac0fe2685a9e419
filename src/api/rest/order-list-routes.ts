/** The list of a merchant's orders: `GET …/order`, and as a file: `GET …/orderExport`. Additions to the interface. */
import { setImmediate as turn } from 'node:timers/promises';
import { namedError } from '../../contract/errors/catalogue.ts';
import { currencyOf } from '../../contract/money.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { answerText } from '../../contract/write.ts';
import type { Gateway, Merchant } from '../../core/index.ts';
import {
  type IndexAge,
  type IndexedOrder,
  type OrderIndex,
  type OrderPage,
  type OrderSearch,
  type Sealer,
  supportCode,
} from '../../core/ports/index.ts';
import { instant, money } from './answers/order-answer.ts';
import { CSV_HEAD, csvLine, fileOrder } from './order-export.ts';
import { cursorOf, type ExportQuery, type OrderQuery, orderSearch, readOrderQuery } from './order-query.ts';
import type { OperationAnswer, OperationRequest } from './rest-request.ts';

export interface OrderListDependencies {
  readonly gateway: Gateway;
  readonly orderIndex: OrderIndex;
}

const SECOND_MS = 1_000;
/** Changes of other processes that the store does not show yet: the interval of their workers, with some room. */
const UNSEEN_SECONDS = 1;

export async function getOrders(
  { gateway, orderIndex }: OrderListDependencies,
  merchant: Merchant,
  { operation, version, query = '' }: OperationRequest<'RETRIEVE_ORDERS'>,
): Promise<OperationAnswer<'RETRIEVE_ORDERS'>> {
  const { sealer } = gateway;
  const given = readOrderQuery<OrderQuery>(OPERATIONS[operation].query, query, version);
  const search = orderSearch(given, merchant, sealer);
  const age = await orderIndex.age();
  const { orders, next } = await orderIndex.search(search);
  const body = {
    index: { age: ageSeconds(age, gateway.clock.now()), complete: age.isComplete },
    merchant: merchant.id,
    nextCursor: next && cursorOf(next, search.sort, merchant, sealer),
    order: orders.filter(({ currency }) => currencyOf(currency) !== undefined).map((order) => listed(order, sealer)),
    result: 'SUCCESS' as const,
    version: version.toString(),
  };
  return { body };
}

/** @returns for how many seconds at most a change may be missing */
export function ageSeconds({ behindSince }: IndexAge, now: number): number {
  return Math.ceil(Math.max(0, now - (behindSince ?? now)) / SECOND_MS) + UNSEEN_SECONDS;
}

function listed(order: IndexedOrder, sealer: Pick<Sealer, 'hash'>) {
  const { currency, steps } = order;
  return {
    acquirerCode: order.acquirerCode ?? undefined,
    amount: money(order.amount, currency),
    brand: order.brand ?? undefined,
    creationTime: instant(order.createdAt),
    currency,
    gatewayCode: order.declineCode ?? undefined,
    id: order.orderId,
    lastFour: order.lastFour ?? undefined,
    lastUpdatedTime: instant(Math.max(order.createdAt, order.updatedAt)),
    method: order.method ?? undefined,
    payerSteps: steps.length === 0 ? undefined : steps.join(' '),
    providerReference: order.providerReference ?? undefined,
    reference: order.reference ?? undefined,
    status: order.status,
    supportCode: supportCode(sealer, order.orderKey),
    totalAuthorizedAmount: money(order.totalAuthorized, currency),
    totalCapturedAmount: money(order.totalCaptured, currency),
    totalChargedBackAmount: money(order.totalChargedBack, currency),
    totalRefundedAmount: money(order.totalRefunded, currency),
  };
}

/** Orders of one part of a file: a few milliseconds of work. */
const PART_ORDERS = 500;
/** The most files that are written at once. */
const EXPORTS_MAX = 4;

let exportsUnderWay = 0;

export async function exportOrders(
  { gateway, orderIndex }: OrderListDependencies,
  merchant: Merchant,
  { operation, version, query = '' }: OperationRequest<'EXPORT_ORDERS'>,
): Promise<OperationAnswer<'EXPORT_ORDERS'>> {
  const { sealer } = gateway;
  const { format = 'JSON', ...filters } = readOrderQuery<ExportQuery>(OPERATIONS[operation].query, query, version);
  const search = { ...orderSearch(filters, merchant, sealer), limit: PART_ORDERS };
  if (exportsUnderWay >= EXPORTS_MAX) {
    throw namedError('EXPORTS_BUSY');
  }
  // The first part is read before the answer begins, so that a failing store is an error of the interface.
  const first = await orderIndex.search(search);
  const caller = { merchant: merchant.id, result: 'SUCCESS' as const, version: version.toString() };
  const orders = exported(orderIndex, search, first);
  const stream =
    format === 'CSV'
      ? { contentType: CSV_TYPE, fileName: 'orders.csv', parts: csvParts(orders, sealer) }
      : { contentType: JSON_TYPE, fileName: 'orders.json', parts: jsonParts(orders, sealer, caller) };
  return { body: { ...caller, order: [] }, stream };
}

const CSV_TYPE = 'text/csv; charset=utf-8; header=present';
const JSON_TYPE = 'application/json; charset=utf-8';

/** Reads the list part by part. Requests are answered between two parts. */
async function* exported(
  orderIndex: OrderIndex,
  search: OrderSearch,
  first: OrderPage,
): AsyncGenerator<readonly IndexedOrder[]> {
  exportsUnderWay += 1;
  try {
    yield first.orders;
    for (let { next } = first; next !== undefined; ) {
      await turn();
      const page = await orderIndex.search({ ...search, after: next });
      yield page.orders;
      ({ next } = page);
    }
  } finally {
    exportsUnderWay -= 1;
  }
}

type Orders = AsyncIterable<readonly IndexedOrder[]>;

async function* csvParts(orders: Orders, sealer: Pick<Sealer, 'hash'>): AsyncGenerator<string> {
  yield CSV_HEAD;
  for await (const some of orders) {
    yield some.map((order) => csvLine(fileOrder(order, sealer))).join('');
  }
}

/** The text of the answer, with the orders in place of its empty list. */
async function* jsonParts(
  orders: Orders,
  sealer: Pick<Sealer, 'hash'>,
  { merchant, ...rest }: Readonly<Record<'merchant' | 'result' | 'version', string>>,
): AsyncGenerator<string> {
  yield `{"merchant":${JSON.stringify(merchant)},"order":[`;
  let separator = '';
  for await (const some of orders) {
    const text = some.map((order) => answerText(fileOrder(order, sealer))).join(',');
    if (text !== '') {
      yield separator + text;
      separator = ',';
    }
  }
  yield `],${JSON.stringify(rest).slice(1)}`;
}
