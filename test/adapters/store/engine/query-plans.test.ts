/**
 * Statements that run at every start, every half second or on every request use an index: no growing table is scanned.
 */
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import * as archive from '../../../../src/adapters/store/archive/statements.ts';
import * as authentications from '../../../../src/adapters/store/authentications/statements.ts';
import * as checkoutEvents from '../../../../src/adapters/store/checkout-events/statements.ts';
import { migrateSqlite } from '../../../../src/adapters/store/engine/sqlite/migrate.ts';
import type { Statement } from '../../../../src/adapters/store/engine/statement.ts';
import * as erasure from '../../../../src/adapters/store/erasure/statements.ts';
import * as endpoints from '../../../../src/adapters/store/notifications/endpoint-statements.ts';
import * as shelf from '../../../../src/adapters/store/notifications/read-statements.ts';
import * as notifications from '../../../../src/adapters/store/notifications/statements.ts';
import { RECEIPTS, RESERVATIONS } from '../../../../src/adapters/store/receipts/mail-statements.ts';
import * as reconcile from '../../../../src/adapters/store/reconciliation/statements.ts';
import * as refunds from '../../../../src/adapters/store/refund-requests/statements.ts';
import * as retention from '../../../../src/adapters/store/retention/statements.ts';
import * as reversals from '../../../../src/adapters/store/reversals/statements.ts';
import * as risk from '../../../../src/adapters/store/risk/statements.ts';
import * as savedCards from '../../../../src/adapters/store/saved-cards/statements.ts';
import * as settlements from '../../../../src/adapters/store/settlement/statements.ts';
import * as tokens from '../../../../src/adapters/store/tokens/statements.ts';
import * as orders from '../../../../src/adapters/store/transactions/statements.ts';

const GROWING = [
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
];
/** Aliases of these tables in the statements. */
const ALIASES: Readonly<Record<string, string>> = {
  pa: 'payer_authentication',
  b: 'browser_payment',
  c: 'archive_copy',
  e: 'checkout_event',
  n: 'notification',
  o: 'payment_order',
  q: 'notification_queue',
  r: 'transaction_outcome',
  t: 'payment_transaction',
  v: 'risk_review',
};

// The operator's report of all months reads its table.
const { copiesByMonth: _, REFERENCED_STATES: __, ...archiving } = archive;
const statements = Object.entries<Statement>({
  ...archiving,
  ...authentications,
  ...orders,
  ...refunds,
  ...reversals,
  ...tokens,
  ...reconcile,
  ...notifications,
  ...endpoints,
  ...shelf,
  ...RECEIPTS,
  ...Object.fromEntries(Object.entries(RESERVATIONS).map(([name, one]) => [`${name} of reservations`, one])),
  ...retention,
  ...erasure,
  ...settlements,
  ...risk,
  ...savedCards,
  ...checkoutEvents,
});

describe('no statement scans a table that grows', async () => {
  const db = new Database(':memory:');
  await migrateSqlite(db);

  it.each(statements)('by %s', (_name, statement) => {
    const { sql, names } = statement.compile('sqlite');
    const plan = db.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`).all(...names.map(() => 1));
    const walked = plan
      .map(({ detail }) => /^SCAN (\w+)/.exec(detail)?.[1])
      .filter((table) => table !== undefined && GROWING.includes(ALIASES[table] ?? table));
    expect(walked).toEqual([]);
  });
});
