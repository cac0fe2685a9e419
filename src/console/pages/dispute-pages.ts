/** The page of a merchant's chargebacks, and its file. */
import { storedAmount } from '../../checkout/index.ts';
import { ageSeconds, cursorOf, readCursor } from '../../core/index.ts';
import type { IndexedOrder, OrderSort } from '../../core/ports/index.ts';
import type { DisputeEntry } from '../../web/views/console/index.ts';
import { disputedOrder, disputeFilters } from '../disputes.ts';
import { zoneOf } from '../order-search/list-query.ts';
import { consoleAddress } from '../routes.ts';
import type { ConsoleAnswer, MerchantRequest } from './answer.ts';
import { fileAnswer } from './file-answer.ts';
import { instant } from './order-entries.ts';
import { shellOf } from './shell.ts';

const SHOWN_ORDERS = 20;
const SORT: OrderSort = 'LAST_CHANGED';
/** The parameter with `all`, by which also chargebacks that were returned are shown. */
const SHOW = 'show';
const ALL = 'all';
/** The parameter with the place where a page begins. */
const AFTER = 'after';

export async function disputesPage(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { dependencies, place, query } = request;
  const { merchant } = place;
  const { orderIndex, sealer, clock } = dependencies;
  const isAll = query.get(SHOW) === ALL;
  const cursor = query.get(AFTER);
  const read = cursor === null ? undefined : readCursor(cursor, merchant, sealer);
  const after = read?.sort === SORT ? read.position : undefined;
  const search = { merchantKey: merchant.key, filters: disputeFilters(!isAll), sort: SORT, after, limit: SHOWN_ORDERS };
  const [{ orders, next }, age] = await Promise.all([orderIndex.search(search), orderIndex.age()]);
  const entries = await Promise.all(orders.map((order) => disputeEntry(request, order)));
  const openHref = consoleAddress('disputes', { merchant: merchant.id });
  const allHref = `${openHref}?${SHOW}=${ALL}`;
  const ownHref = isAll ? allHref : openHref;
  return {
    page: 'disputes',
    data: {
      shell: shellOf(request, 'disputes'),
      isAll,
      openHref,
      allHref,
      csvHref: consoleAddress('disputesFile', { merchant: merchant.id }) + (isAll ? `?${SHOW}=${ALL}` : ''),
      disputes: entries.flatMap((entry) => entry ?? []),
      nextHref: next && `${ownHref}${isAll ? '&' : '?'}${AFTER}=${cursorOf(next, SORT, merchant, sealer)}`,
      firstHref: after === undefined ? undefined : ownHref,
      timeZone: zoneOf(merchant),
      index: { ageSeconds: ageSeconds(age, clock.now()), isComplete: age.isComplete },
    },
  };
}

/** Amounts are those of the order's transactions; the index only finds the order. */
async function disputeEntry(
  { dependencies: { orders }, place: { merchant } }: MerchantRequest,
  { orderKey, orderId }: IndexedOrder,
): Promise<DisputeEntry | undefined> {
  const [order, transactions] = await Promise.all([orders.find(merchant.key, orderId), orders.transactions(orderKey)]);
  if (order === undefined) {
    return undefined;
  }
  const { chargebacks, standing, returned } = disputedOrder(order, transactions);
  const amount = (units: bigint) => storedAmount({ amount: units, currency: order.state.currency });
  return {
    order: orderId,
    orderHref: consoleAddress('order', { merchant: merchant.id, order: orderId }),
    standing: amount(standing),
    returned: amount(returned),
    state: standing === 0n ? 'RETURNED' : returned === 0n ? 'CHARGED_BACK' : 'PARTLY_RETURNED',
    chargebacks: chargebacks.map((one) => ({
      at: instant(one.at),
      amount: storedAmount(one),
      processor: one.processor,
      reference: one.reference,
      isRejection: one.isRejection,
    })),
  };
}

export async function disputesFile(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { dependencies, place, query } = request;
  const { merchant } = place;
  const isAll = query.get(SHOW) === ALL;
  const search = { merchantKey: merchant.key, filters: disputeFilters(!isAll), sort: SORT };
  return fileAnswer(request, {
    of: 'disputes',
    details: { format: 'CSV', show: isAll ? ALL : 'open' },
    write: () =>
      dependencies.orderFile(merchant, 'CSV', (after, limit) =>
        dependencies.orderIndex.search({ ...search, after, limit }),
      ),
  });
}
