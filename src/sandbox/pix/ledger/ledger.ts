/**
 * The PSP's own ledger of all its charges and refunds. The gateway's ledger is checked against it, so the two are
 * independent.
 */
import { Ledger } from '../../kit/ledger/ledger.ts';
import type { LedgerTable } from '../../kit/ledger/ledger-table.ts';
import type { ChargeRow, PixRow, PspDeliveryRow, PspRefundRow, PspWebhookRow } from './rows.ts';

const STEPS: readonly string[] = [
  `CREATE TABLE charge (
    id TEXT NOT NULL UNIQUE,
    owner TEXT NOT NULL,
    status TEXT NOT NULL,
    revision INTEGER NOT NULL,
    amount TEXT NOT NULL,
    key TEXT NOT NULL,
    seconds INTEGER NOT NULL,
    request_text TEXT,
    info TEXT,
    location TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE pix (
    id TEXT NOT NULL UNIQUE,
    txid TEXT NOT NULL,
    owner TEXT NOT NULL,
    key TEXT NOT NULL,
    amount TEXT NOT NULL,
    paid_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX pix_of_charge ON pix (txid);
  CREATE TABLE refund (
    id TEXT NOT NULL UNIQUE,
    refund_id TEXT NOT NULL,
    pix TEXT NOT NULL,
    return_id TEXT NOT NULL,
    amount TEXT NOT NULL,
    status TEXT NOT NULL,
    reason TEXT,
    becomes TEXT NOT NULL,
    asked_at INTEGER NOT NULL,
    settled_at INTEGER,
    due_at INTEGER,
    UNIQUE (pix, refund_id)
  ) STRICT;
  CREATE INDEX refund_due ON refund (due_at) WHERE due_at IS NOT NULL;
  CREATE TABLE webhook (
    id TEXT NOT NULL UNIQUE,
    owner TEXT NOT NULL,
    url TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE delivery (
    id TEXT NOT NULL UNIQUE,
    url TEXT NOT NULL,
    body TEXT NOT NULL,
    tries INTEGER NOT NULL,
    due_at INTEGER,
    is_acknowledged INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX delivery_due ON delivery (due_at) WHERE due_at IS NOT NULL;`,
  'ALTER TABLE refund ADD COLUMN nature TEXT',
];

export class PspLedger extends Ledger {
  readonly charges: LedgerTable<ChargeRow> = this.table('charge');
  readonly pix: LedgerTable<PixRow> = this.table('pix');
  readonly refunds: LedgerTable<PspRefundRow> = this.table('refund');
  readonly webhooks: LedgerTable<PspWebhookRow> = this.table('webhook');
  readonly deliveries: LedgerTable<PspDeliveryRow> = this.table('delivery');

  constructor(file: string | undefined) {
    super(file, { owner: 'the sandbox’s PSP', steps: STEPS });
  }
}
