/** The statements that run at every start, every half second or on every request, and the tables that grow. */

import { searchStatements } from '../../../../scripts/lib/sql/searches.ts';
import * as archive from '../../../../src/adapters/store/archive/statements.ts';
import * as authentications from '../../../../src/adapters/store/authentications/statements.ts';
import * as checkoutEvents from '../../../../src/adapters/store/checkout-events/statements.ts';
import { dueQueues } from '../../../../src/adapters/store/due-work/due-queues.ts';
import type { Statement } from '../../../../src/adapters/store/engine/statement.ts';
import * as erasure from '../../../../src/adapters/store/erasure/statements.ts';
import * as links from '../../../../src/adapters/store/links/statements.ts';
import * as receiverAlarms from '../../../../src/adapters/store/notifications/alarm-statements.ts';
import * as endpoints from '../../../../src/adapters/store/notifications/endpoint-statements.ts';
import * as shelf from '../../../../src/adapters/store/notifications/read-statements.ts';
import * as notifications from '../../../../src/adapters/store/notifications/statements.ts';
import * as orderFeed from '../../../../src/adapters/store/order-index/feed-statements.ts';
import * as orderIndex from '../../../../src/adapters/store/order-index/statements.ts';
import { RECEIPTS, RESERVATIONS } from '../../../../src/adapters/store/receipts/mail-statements.ts';
import * as reconcile from '../../../../src/adapters/store/reconciliation/statements.ts';
import * as refunds from '../../../../src/adapters/store/refund-requests/statements.ts';
import * as linkRetention from '../../../../src/adapters/store/retention/link-statements.ts';
import * as retention from '../../../../src/adapters/store/retention/statements.ts';
import * as reversals from '../../../../src/adapters/store/reversals/statements.ts';
import * as risk from '../../../../src/adapters/store/risk/statements.ts';
import * as savedCards from '../../../../src/adapters/store/saved-cards/statements.ts';
import * as settlements from '../../../../src/adapters/store/settlement/statements.ts';
import * as tokens from '../../../../src/adapters/store/tokens/statements.ts';
import * as orders from '../../../../src/adapters/store/transactions/statements.ts';

export const GROWING = [
  'payment_order',
  'payment_transaction',
  'transaction_outcome',
  'reversal',
  'notification',
  'notification_queue',
  'notification_try',
  'receipt_mail',
  'reservation_mail',
  'settlement_entry',
  'token',
  'browser_payment',
  'payer_authentication',
  'session',
  'risk_attempt',
  'risk_review',
  'archive_copy',
  'saved_card',
  'saved_customer',
  'checkout_event',
  'payment_link',
  'link_order',
  'order_change',
  'order_index',
  'order_term',
];
/** Aliases of these tables in the statements. */
export const ALIASES: Readonly<Record<string, string>> = {
  pa: 'payer_authentication',
  b: 'browser_payment',
  c: 'archive_copy',
  found: 'order_index',
  e: 'checkout_event',
  l: 'payment_link',
  n: 'notification',
  o: 'payment_order',
  q: 'notification_queue',
  r: 'transaction_outcome',
  t: 'payment_transaction',
  v: 'risk_review',
};

// The operator's report of all months reads its table.
const { copiesByMonth: _, REFERENCED_STATES: __, ...archiving } = archive;
/** Without a merchant, a range is a part of the list. */
const RANGES: readonly string[] = ['ID', 'AMOUNT', 'CREATED', 'UPDATED'];
/** Every list of orders, by every filter that finds orders. */
const searches = Object.fromEntries(
  searchStatements()
    .filter(({ kind }) => kind !== 'countsBetween')
    .filter(({ finder = '', scope }) => scope === 'MERCHANT' || !RANGES.includes(finder))
    .map(({ kind, finder, sort, scope, statement }) => [
      [kind, finder, sort, scope].filter((part) => part !== undefined).join(' '),
      statement,
    ]),
);

const modules: Readonly<Record<string, Readonly<Record<string, Statement>>>> = {
  archiving,
  authentications,
  orders,
  orderFeed,
  orderIndex,
  searches,
  refunds,
  reversals,
  tokens,
  reconcile,
  notifications,
  receiverAlarms,
  endpoints,
  shelf,
  RECEIPTS,
  RESERVATIONS,
  retention,
  linkRetention,
  erasure,
  settlements,
  risk,
  savedCards,
  checkoutEvents,
  links,
  dueWork: { dueQueues },
};

/** By the names of their modules too, since several modules have a statement of the same name. */
export const STATEMENTS: readonly (readonly [string, Statement])[] = Object.entries(modules).flatMap(([module, all]) =>
  Object.entries(all).map(([name, one]) => [`${module}.${name}`, one] as const),
);
