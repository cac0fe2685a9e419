/**
 * The simulator's own ledger of all its orders and movements. The gateway's ledger is checked against it, so the two
 * are independent.
 */
import type { Database } from 'better-sqlite3';
import { LedgerTable } from '../../kit/ledger/ledger-table.ts';
import { openLedger } from '../../kit/ledger/open-ledger.ts';
import type {
  ApprovalStepRow,
  AuthorizationRow,
  CaptureRow,
  DisputeRow,
  EventRow,
  OrderRow,
  PayPalDeliveryRow,
  PayPalRefundRow,
  PayPalRequestRow,
  PayPalWebhookRow,
} from './rows.ts';

/** Amounts are minor units as text. Ids come from the simulator; columns for other look-ups have an index. */
const STEPS: readonly string[] = [
  `CREATE TABLE "order" (
    id TEXT NOT NULL UNIQUE,
    merchant TEXT NOT NULL,
    intent TEXT NOT NULL,
    status TEXT NOT NULL,
    request TEXT NOT NULL,
    instrument TEXT,
    silent_until INTEGER,
    expires_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE authorization (
    id TEXT NOT NULL UNIQUE,
    order_id TEXT NOT NULL,
    unit INTEGER NOT NULL,
    amount TEXT NOT NULL,
    currency TEXT NOT NULL,
    status TEXT NOT NULL,
    reason TEXT,
    renews TEXT,
    honored_until INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    settles_at INTEGER,
    settles_as TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX authorization_of_order ON authorization (order_id);
  CREATE TABLE capture (
    id TEXT NOT NULL UNIQUE,
    order_id TEXT NOT NULL,
    unit INTEGER NOT NULL,
    authorization_id TEXT,
    amount TEXT NOT NULL,
    currency TEXT NOT NULL,
    status TEXT NOT NULL,
    reason TEXT,
    is_final INTEGER NOT NULL,
    invoice_id TEXT,
    custom_id TEXT,
    settles_at INTEGER,
    settles_as TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX capture_of_order ON capture (order_id);
  CREATE INDEX capture_of_authorization ON capture (authorization_id);
  CREATE INDEX capture_due ON capture (settles_at) WHERE settles_at IS NOT NULL;
  CREATE TABLE refund (
    id TEXT NOT NULL UNIQUE,
    capture_id TEXT NOT NULL,
    amount TEXT NOT NULL,
    currency TEXT NOT NULL,
    status TEXT NOT NULL,
    reason TEXT,
    invoice_id TEXT,
    custom_id TEXT,
    note TEXT,
    settles_at INTEGER,
    settles_as TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX refund_of_capture ON refund (capture_id);
  CREATE INDEX refund_due ON refund (settles_at) WHERE settles_at IS NOT NULL;
  CREATE TABLE step (
    id TEXT NOT NULL UNIQUE,
    order_id TEXT NOT NULL,
    instrument TEXT NOT NULL,
    due_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE request (
    id TEXT NOT NULL UNIQUE,
    merchant TEXT NOT NULL,
    operation TEXT NOT NULL,
    request_id TEXT NOT NULL,
    resource TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX request_by_id ON request (request_id);
  CREATE TABLE webhook (id TEXT NOT NULL UNIQUE, merchant TEXT NOT NULL, url TEXT NOT NULL) STRICT;
  CREATE TABLE event (
    id TEXT NOT NULL UNIQUE,
    merchant TEXT NOT NULL,
    type TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE delivery (
    id TEXT NOT NULL UNIQUE,
    event_id TEXT NOT NULL,
    webhook_id TEXT NOT NULL,
    tries INTEGER NOT NULL,
    due_at INTEGER,
    is_acknowledged INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX delivery_due ON delivery (due_at) WHERE due_at IS NOT NULL;
  CREATE TABLE dispute (
    id TEXT NOT NULL UNIQUE,
    capture_id TEXT NOT NULL,
    amount TEXT NOT NULL,
    currency TEXT NOT NULL,
    reason TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;`,
  'ALTER TABLE dispute ADD COLUMN winner TEXT',
];

export class PayPalLedger {
  readonly orders: LedgerTable<OrderRow>;
  readonly authorizations: LedgerTable<AuthorizationRow>;
  readonly captures: LedgerTable<CaptureRow>;
  readonly refunds: LedgerTable<PayPalRefundRow>;
  readonly steps: LedgerTable<ApprovalStepRow>;
  readonly requests: LedgerTable<PayPalRequestRow>;
  readonly webhooks: LedgerTable<PayPalWebhookRow>;
  readonly events: LedgerTable<EventRow>;
  readonly deliveries: LedgerTable<PayPalDeliveryRow>;
  readonly disputes: LedgerTable<DisputeRow>;
  readonly #database: Database;

  /** @param file undefined for an in-memory ledger @throws Error if a later version wrote the file */
  constructor(file: string | undefined) {
    const database = openLedger(file, { owner: 'the sandbox’s PayPal', steps: STEPS });
    this.#database = database;
    this.orders = new LedgerTable(database, '"order"');
    this.authorizations = new LedgerTable(database, 'authorization');
    this.captures = new LedgerTable(database, 'capture');
    this.refunds = new LedgerTable(database, 'refund');
    this.steps = new LedgerTable(database, 'step');
    this.requests = new LedgerTable(database, 'request');
    this.webhooks = new LedgerTable(database, 'webhook');
    this.events = new LedgerTable(database, 'event');
    this.deliveries = new LedgerTable(database, 'delivery');
    this.disputes = new LedgerTable(database, 'dispute');
  }

  /** All tables, row by row. */
  rows(): Readonly<Record<string, readonly object[]>> {
    const { orders, authorizations, captures, refunds, steps, requests, webhooks, events, deliveries, disputes } = this;
    const tables = {
      orders,
      authorizations,
      captures,
      refunds,
      steps,
      requests,
      webhooks,
      events,
      deliveries,
      disputes,
    };
    return Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, table.all()]));
  }

  /** Runs `work` as one commit. Send its result only after this returns; if it throws, the ledger is unchanged. */
  commit<Result>(work: () => Result): Result {
    return this.#database.transaction(work).immediate();
  }

  close(): void {
    this.#database.close();
  }
}
