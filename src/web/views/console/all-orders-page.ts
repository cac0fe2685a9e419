/** The data of the list of the orders of several merchants. */
import type { ListedOrder, OrdersPage } from './orders-page.ts';

export interface AllOrdersPage
  extends Pick<
    OrdersPage,
    | 'action'
    | 'firstHref'
    | 'index'
    | 'methods'
    | 'nextHref'
    | 'problems'
    | 'reachedAt'
    | 'searchedAs'
    | 'shell'
    | 'statuses'
    | 'timeZone'
    | 'values'
  > {
  readonly orders: readonly ListedOrder[];
  /** The stores to choose from, empty for one; and the chosen one, empty for all. */
  readonly stores: { readonly chosen: string; readonly names: readonly string[] };
  /** The names of the stores that did not answer, and of those that were not asked. */
  readonly away: readonly string[];
  readonly unasked: readonly string[];
  /** The number of the person's merchants that were not asked, in stores that were. */
  readonly merchantsLeftOut: number;
}
