/** A merchant's orders as a file, CSV or JSON: `GET …/orderExport`. An addition to the interface. */
import { setImmediate as turn } from 'node:timers/promises';
import { namedError } from '../../contract/errors/catalogue.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { answerText } from '../../contract/write.ts';
import type { Merchant } from '../../core/index.ts';
import type { IndexedOrder, OrderIndex, OrderPosition, OrderSearch, Sealer } from '../../core/ports/index.ts';
import { CSV_HEAD, csvLine, fileOrder } from './order-file.ts';
import type { OrderListDependencies } from './order-list-routes.ts';
import { type ExportQuery, orderSearch, readOrderQuery } from './order-query.ts';
import type { OperationAnswer, OperationRequest } from './rest-request.ts';

/** Orders of one part of a file: a few milliseconds of work. */
const PART_ORDERS = 500;
/** The most files that a process writes at once, and those of one merchant, who cannot keep others from theirs. */
const EXPORTS_MAX = 4;
const EXPORTS_OF_MERCHANT_MAX = 2;

/** The keys of the merchants whose files are being written, one for each file. */
const underWay: number[] = [];

const CSV_TYPE = 'text/csv; charset=utf-8; header=present';
const JSON_TYPE = 'application/json; charset=utf-8';

export async function exportOrders(
  { gateway: { sealer }, orderIndex }: OrderListDependencies,
  merchant: Merchant,
  { operation, version, query = '' }: OperationRequest<'EXPORT_ORDERS'>,
): Promise<OperationAnswer<'EXPORT_ORDERS'>> {
  const { format = 'JSON', ...filters } = readOrderQuery<ExportQuery>(OPERATIONS[operation].query, query, version);
  const search = { ...orderSearch(filters, merchant, sealer), limit: PART_ORDERS };
  const caller = { merchant: merchant.id, result: 'SUCCESS' as const, version: version.toString() };
  const isCsv = format === 'CSV';
  const written = isCsv ? csvParts(sealer) : jsonParts(sealer, caller);
  const parts = fileParts(orderIndex, merchant, search, written);
  // The first part is read before the answer begins, so that a full gateway or a failing store is an error of the
  // interface.
  const { value: first = '' } = await parts.next();
  const [contentType, fileName] = isCsv ? [CSV_TYPE, 'orders.csv'] : [JSON_TYPE, 'orders.json'];
  return { body: { ...caller, order: [] }, stream: { contentType, fileName, first, parts } };
}

/** The texts of a file around and for its orders. */
interface WrittenParts {
  readonly head: string;
  /** @param isFirst true for the first orders of the file */
  orders(some: readonly IndexedOrder[], isFirst: boolean): string;
  readonly end: string;
}

/**
 * Writes the file part by part, and answers other requests between two parts. Its place among the files under way is
 * taken in the turn in which it is started, and free again however it ends.
 *
 * @throws InterfaceError at the start if too many files are being written
 */
async function* fileParts(
  orderIndex: OrderIndex,
  { key }: Merchant,
  search: OrderSearch,
  { head, orders, end }: WrittenParts,
): AsyncGenerator<string, undefined> {
  const own = underWay.filter((other) => other === key);
  if (underWay.length >= EXPORTS_MAX || own.length >= EXPORTS_OF_MERCHANT_MAX) {
    throw namedError('EXPORTS_BUSY');
  }
  underWay.push(key);
  try {
    let text = head;
    let isFirst = true;
    let after: OrderPosition | undefined;
    do {
      const page = await orderIndex.search({ ...search, after });
      if (page.orders.length > 0) {
        text += orders(page.orders, isFirst);
        isFirst = false;
      }
      after = page.next;
      if (after !== undefined) {
        yield text;
        text = '';
        await turn();
      }
    } while (after !== undefined);
    yield text + end;
  } finally {
    underWay.splice(underWay.indexOf(key), 1);
  }
}

function csvParts(sealer: Pick<Sealer, 'hash'>): WrittenParts {
  return {
    head: CSV_HEAD,
    orders: (some) => some.map((order) => csvLine(fileOrder(order, sealer))).join(''),
    end: '',
  };
}

/** The text of the answer, with the orders in place of its empty list. */
function jsonParts(
  sealer: Pick<Sealer, 'hash'>,
  { merchant, ...rest }: Readonly<Record<'merchant' | 'result' | 'version', string>>,
): WrittenParts {
  return {
    head: `{"merchant":${JSON.stringify(merchant)},"order":[`,
    orders: (some, isFirst) =>
      (isFirst ? '' : ',') + some.map((order) => answerText(fileOrder(order, sealer))).join(','),
    end: `],${JSON.stringify(rest).slice(1)}`,
  };
}
