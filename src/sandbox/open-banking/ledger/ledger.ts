/**
 * The banks' own ledger of all their payments. The gateway's ledger is checked against it, so the two are independent.
 */
import type { Database } from 'better-sqlite3';
import { LedgerTable } from '../../kit/ledger/ledger-table.ts';
import { openLedger } from '../../kit/ledger/open-ledger.ts';
import type { AuthorisationRow, BankPaymentRow, BankRequestRow, StatementRow, StatusRow } from './rows.ts';

const STEPS: readonly string[] = [
  `CREATE TABLE payment (
    id TEXT NOT NULL UNIQUE,
    bank TEXT NOT NULL,
    product TEXT NOT NULL,
    tpp TEXT NOT NULL,
    request TEXT NOT NULL,
    status TEXT NOT NULL,
    debtor_iban TEXT,
    amount TEXT NOT NULL,
    creditor_iban TEXT NOT NULL,
    end_to_end TEXT,
    remittance TEXT,
    redirect_uri TEXT,
    nok_redirect_uri TEXT,
    steps TEXT NOT NULL,
    next_at INTEGER,
    silent_until INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX payment_due ON payment (next_at) WHERE next_at IS NOT NULL;
  CREATE TABLE authorisation (
    id TEXT NOT NULL UNIQUE,
    payment_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    approach TEXT NOT NULL,
    sca_status TEXT NOT NULL,
    psu_id TEXT,
    code TEXT NOT NULL,
    wrong_codes INTEGER NOT NULL,
    redirect_uri TEXT,
    nok_redirect_uri TEXT,
    expires_at INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX authorisation_of_payment ON authorisation (payment_id);
  CREATE INDEX authorisation_due ON authorisation (expires_at) WHERE expires_at IS NOT NULL;
  CREATE TABLE status (
    id TEXT NOT NULL UNIQUE,
    payment_id TEXT NOT NULL,
    status TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX status_of_payment ON status (payment_id);
  CREATE TABLE entry (
    id TEXT NOT NULL UNIQUE,
    iban TEXT NOT NULL,
    direction TEXT NOT NULL,
    amount TEXT NOT NULL,
    payment_id TEXT NOT NULL,
    other_iban TEXT NOT NULL,
    other_name TEXT NOT NULL,
    end_to_end TEXT,
    remittance TEXT,
    booked_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX entry_of_account ON entry (iban);
  CREATE INDEX entry_of_payment ON entry (payment_id);
  CREATE TABLE request (
    id TEXT NOT NULL UNIQUE,
    tpp TEXT NOT NULL,
    operation TEXT NOT NULL,
    request_id TEXT NOT NULL,
    resource TEXT NOT NULL,
    digest TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX request_by_id ON request (request_id);`,
];

export class BankLedger {
  readonly payments: LedgerTable<BankPaymentRow>;
  readonly authorisations: LedgerTable<AuthorisationRow>;
  readonly statuses: LedgerTable<StatusRow>;
  readonly entries: LedgerTable<StatementRow>;
  readonly requests: LedgerTable<BankRequestRow>;
  readonly #database: Database;

  /** @param file undefined for an in-memory ledger @throws Error if a later version wrote the file */
  constructor(file: string | undefined) {
    const database = openLedger(file, { owner: 'the sandbox’s banks', steps: STEPS });
    this.#database = database;
    this.payments = new LedgerTable(database, 'payment');
    this.authorisations = new LedgerTable(database, 'authorisation');
    this.statuses = new LedgerTable(database, 'status');
    this.entries = new LedgerTable(database, 'entry');
    this.requests = new LedgerTable(database, 'request');
  }

  /** All tables, row by row. */
  rows(): Readonly<Record<string, readonly object[]>> {
    const { payments, authorisations, statuses, entries, requests } = this;
    const tables = { payments, authorisations, statuses, entries, requests };
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
