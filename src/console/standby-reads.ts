/**
 * The records of a page that may be read from a standby. All else is read from the primary: whatever decides about
 * money, offers an act, signs people in or answers a form.
 */
import { CONSOLE_ROUTES, type ConsoleRouteName } from './routes.ts';

/** The records of which lists, reports and files are made. */
export type ListRecord = 'disputes' | 'notifications' | 'orderIndex' | 'orders' | 'payouts';

/**
 * A row for each address with a page that may be some seconds old. An order's page has none, because it offers acts;
 * nor has the list of links, because reading it ends payments that were left.
 */
export const STANDBY_READS: Readonly<Partial<Record<ConsoleRouteName, readonly ListRecord[]>>> = {
  orders: ['orderIndex'],
  orderFile: ['orderIndex'],
  overview: ['orderIndex'],
  notifications: ['notifications', 'orderIndex'],
  disputes: ['disputes', 'orderIndex', 'orders'],
  disputesFile: ['disputes', 'orders'],
  payouts: ['payouts'],
  payout: ['payouts'],
  payoutFile: ['payouts'],
};

/** Whether a form may change what lists show. The search of orders is a form too, and changes nothing. */
export function mayChangeLists(name: ConsoleRouteName): boolean {
  const { access } = CONSOLE_ROUTES[name];
  return access !== 'ANYONE' && access !== 'SIGNED_IN' && name !== 'orders';
}
