/** A merchant's orders as a file, CSV or JSON: `GET …/orderExport`. An addition to the interface. */
import { setImmediate as turn } from 'node:timers/promises';
import { CSV_TYPE } from '../../contract/csv-text.ts';
import { namedError } from '../../contract/errors/catalogue.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { answerText } from '../../contract/write.ts';
import type { Merchant } from '../../core/index.ts';
import type { IndexedOrder, OrderPage, OrderPosition, Sealer } from '../../core/ports/index.ts';
import { type FileOwners, FilesBusy, fileUnderWay } from '../../platform/limits/index.ts';
import { CSV_HEAD, csvLine, fileOrder } from './order-file.ts';
import { indexOf, type OrderListDependencies } from './order-list-routes.ts';
import { type ExportQuery, orderSearch, readOrderQuery } from './order-query.ts';
import type { OperationAnswer, OperationRequest, StreamedBody } from './rest-request.ts';

/** Orders of one part of a file: a few milliseconds of work. */
const PART_ORDERS = 500;

const JSON_TYPE = 'application/json; charset=utf-8';

export async function exportOrders(
  dependencies: OrderListDependencies & { readonly merchants: FileOwners },
  merchant: Merchant,
  { operation, version, query = '' }: OperationRequest<'EXPORT_ORDERS'>,
): Promise<OperationAnswer<'EXPORT_ORDERS'>> {
  const { format = 'JSON', ...filters } = readOrderQuery<ExportQuery>(OPERATIONS[operation].query, query, version);
  const { sealer } = dependencies.gateway;
  const search = orderSearch(filters, merchant, sealer);
  const orderIndex = indexOf(dependencies);
  const find: FindOrders = (after, limit) => orderIndex.search({ ...search, after, limit });
  const { merchants } = dependencies;
  const terms = { format, merchant, merchants, version, sealer };
  const stream = await orderFile(find, terms).catch((error: unknown) => {
    throw error instanceof FilesBusy ? namedError('EXPORTS_BUSY') : error;
  });
  return { body: { ...callerOf(merchant, version), order: [] }, stream };
}

/** Reads at most so many orders of a list. @param after undefined: the first ones */
export type FindOrders = (after: OrderPosition | undefined, limit: number) => Promise<OrderPage>;

export interface OrderFileTerms {
  readonly format: 'CSV' | 'JSON';
  readonly merchant: Merchant;
  readonly merchants: FileOwners;
  readonly version: number;
  readonly sealer: Pick<Sealer, 'hash'>;
}

/**
 * All orders of a list as a file.
 *
 * @throws FilesBusy if too many files are being written
 */
export async function orderFile(
  find: FindOrders,
  { format, merchant, merchants, version, sealer }: OrderFileTerms,
): Promise<StreamedBody> {
  const isCsv = format === 'CSV';
  const written = isCsv ? csvParts(sealer) : jsonParts(sealer, callerOf(merchant, version));
  const parts = fileUnderWay(merchant, merchants, fileParts(find, written));
  // The first part is read before the answer begins, so that a full gateway or a failing store is an error with a
  // status.
  const { value: first = '' } = await parts.next();
  const [contentType, fileName] = isCsv ? [CSV_TYPE, 'orders.csv'] : [JSON_TYPE, 'orders.json'];
  return { contentType, fileName, first, parts };
}

function callerOf({ id }: Merchant, version: number) {
  return { merchant: id, result: 'SUCCESS' as const, version: version.toString() };
}

/** The texts of a file around and for its orders. */
interface WrittenParts {
  readonly head: string;
  /** @param isFirst true for the first orders of the file */
  orders(some: readonly IndexedOrder[], isFirst: boolean): string;
  readonly end: string;
}

/** Writes the file part by part, and answers other requests between two parts. */
async function* fileParts(find: FindOrders, { head, orders, end }: WrittenParts): AsyncGenerator<string, undefined> {
  let text = head;
  let isFirst = true;
  let after: OrderPosition | undefined;
  do {
    const page = await find(after, PART_ORDERS);
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
