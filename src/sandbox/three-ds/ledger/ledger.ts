/**
 * The ledger of directory servers and ACS: all requests and answers. The 3DS Server's records are checked against it,
 * so the two are independent.
 */
import { Ledger } from '../../kit/ledger/ledger.ts';
import type { LedgerTable } from '../../kit/ledger/ledger-table.ts';
import type { MessageRow, MethodRow, RangeChangeRow, ResultRow, TransactionRow } from './rows.ts';

export type { RangeChangeRow } from './rows.ts';

const STEPS: readonly string[] = [
  `CREATE TABLE range_change (
    id TEXT NOT NULL UNIQUE,
    scheme TEXT NOT NULL,
    serial INTEGER NOT NULL,
    action TEXT NOT NULL,
    range TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX range_change_of_scheme ON range_change (scheme);
  CREATE TABLE authentication (
    id TEXT NOT NULL UNIQUE,
    three_ds_server_trans_id TEXT NOT NULL UNIQUE,
    acs_trans_id TEXT NOT NULL UNIQUE,
    scheme TEXT NOT NULL,
    message_version TEXT NOT NULL,
    device_channel TEXT NOT NULL,
    message_category TEXT NOT NULL,
    account TEXT NOT NULL,
    card TEXT NOT NULL,
    seed TEXT NOT NULL,
    requestor_id TEXT NOT NULL,
    requestor_url TEXT NOT NULL,
    merchant TEXT,
    merchant_name TEXT,
    amount TEXT,
    currency TEXT,
    exponent TEXT,
    result_url TEXT NOT NULL,
    notification_url TEXT,
    comp_ind TEXT,
    challenge_ind TEXT,
    kind TEXT,
    state TEXT NOT NULL,
    trans_status TEXT NOT NULL,
    trans_status_reason TEXT,
    eci TEXT,
    authentication_value TEXT,
    authentication_type TEXT,
    code TEXT,
    wrong_codes INTEGER NOT NULL,
    interactions INTEGER NOT NULL,
    challenge_cancel TEXT,
    white_list_status TEXT,
    window_size TEXT,
    session_data TEXT,
    planned TEXT,
    expires_at INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX authentication_due ON authentication (expires_at) WHERE expires_at IS NOT NULL;
  CREATE INDEX authentication_of_card ON authentication (card);
  CREATE TABLE result (
    id TEXT NOT NULL UNIQUE,
    ds_trans_id TEXT NOT NULL,
    state TEXT NOT NULL,
    fault TEXT,
    due_at INTEGER,
    sent_at INTEGER,
    answer TEXT,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX result_of_authentication ON result (ds_trans_id);
  CREATE INDEX result_due ON result (due_at) WHERE due_at IS NOT NULL;
  CREATE TABLE message (
    id TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL,
    sender TEXT NOT NULL,
    receiver TEXT NOT NULL,
    scheme TEXT,
    three_ds_server_trans_id TEXT,
    message TEXT,
    problem TEXT,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX message_of_transaction ON message (three_ds_server_trans_id);
  CREATE TABLE method (
    id TEXT NOT NULL UNIQUE,
    three_ds_server_trans_id TEXT NOT NULL,
    notification_url TEXT NOT NULL,
    ends INTEGER NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX method_of_transaction ON method (three_ds_server_trans_id);
  CREATE TABLE kept (id TEXT NOT NULL UNIQUE, value TEXT NOT NULL) STRICT;`,
];

export class ThreeDSLedger extends Ledger {
  readonly ranges: LedgerTable<RangeChangeRow> = this.table('range_change');
  readonly transactions: LedgerTable<TransactionRow> = this.table('authentication');
  readonly results: LedgerTable<ResultRow> = this.table('result');
  readonly messages: LedgerTable<MessageRow> = this.table('message');
  readonly methods: LedgerTable<MethodRow> = this.table('method');
  readonly #kept: LedgerTable<{ readonly id: string; readonly value: string }> = this.table('kept');

  constructor(file: string | undefined) {
    super(file, { owner: 'the sandbox’s directory servers', steps: STEPS });
  }

  /** A stored value of this ledger, created at its first use. */
  storedValue(id: string, make: () => string): string {
    return (this.#kept.find({ id }) ?? this.#kept.add({ id, value: make() })).value;
  }
}
