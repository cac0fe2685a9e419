/**
 * The ledger of directory servers and ACS: all requests and answers. The 3DS Server's records are checked against it,
 * so the two are independent.
 */
import type { Database } from 'better-sqlite3';
import { LedgerTable } from '../../kit/ledger/ledger-table.ts';
import { openLedger } from '../../kit/ledger/open-ledger.ts';
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

export class ThreeDSLedger {
  readonly ranges: LedgerTable<RangeChangeRow>;
  readonly transactions: LedgerTable<TransactionRow>;
  readonly results: LedgerTable<ResultRow>;
  readonly messages: LedgerTable<MessageRow>;
  readonly methods: LedgerTable<MethodRow>;
  readonly #kept: LedgerTable<{ readonly id: string; readonly value: string }>;
  readonly #database: Database;

  /** @param file undefined for an in-memory ledger @throws Error if a later version wrote the file */
  constructor(file: string | undefined) {
    const database = openLedger(file, { owner: 'the sandbox’s directory servers', steps: STEPS });
    this.#database = database;
    this.ranges = new LedgerTable(database, 'range_change');
    this.transactions = new LedgerTable(database, 'authentication');
    this.results = new LedgerTable(database, 'result');
    this.messages = new LedgerTable(database, 'message');
    this.methods = new LedgerTable(database, 'method');
    this.#kept = new LedgerTable(database, 'kept');
  }

  /** All tables, row by row. */
  rows(): Readonly<Record<string, readonly object[]>> {
    const { ranges, transactions, results, messages, methods } = this;
    const tables = { ranges, transactions, results, messages, methods };
    return Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, table.all()]));
  }

  /** A stored value of this ledger, created at its first use. */
  storedValue(id: string, make: () => string): string {
    return (this.#kept.find({ id }) ?? this.#kept.add({ id, value: make() })).value;
  }

  /** Runs `work` as one commit. Send its result only after this returns; if it throws, the ledger is unchanged. */
  commit<Result>(work: () => Result): Result {
    return this.#database.transaction(work).immediate();
  }

  close(): void {
    this.#database.close();
  }
}
