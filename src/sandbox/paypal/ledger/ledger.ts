/**
 * The simulator's own ledger of all its orders and movements. The gateway's ledger is checked against it, so the two
 * are independent.
 */
import { Ledger } from '../../kit/ledger/ledger.ts';
import type { LedgerTable } from '../../kit/ledger/ledger-table.ts';
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
  'ALTER TABLE dispute ADD COLUMN stage TEXT; ALTER TABLE dispute ADD COLUMN due_at INTEGER',
];

export class PayPalLedger extends Ledger {
  readonly orders: LedgerTable<OrderRow> = this.table('"order"');
  readonly authorizations: LedgerTable<AuthorizationRow> = this.table('authorization');
  readonly captures: LedgerTable<CaptureRow> = this.table('capture');
  readonly refunds: LedgerTable<PayPalRefundRow> = this.table('refund');
  readonly steps: LedgerTable<ApprovalStepRow> = this.table('step');
  readonly requests: LedgerTable<PayPalRequestRow> = this.table('request');
  readonly webhooks: LedgerTable<PayPalWebhookRow> = this.table('webhook');
  readonly events: LedgerTable<EventRow> = this.table('event');
  readonly deliveries: LedgerTable<PayPalDeliveryRow> = this.table('delivery');
  readonly disputes: LedgerTable<DisputeRow> = this.table('dispute');

  constructor(file: string | undefined) {
    super(file, { owner: 'the sandbox’s PayPal', steps: STEPS });
  }
}
