/**
 * The banks' own ledger of all their payments. The gateway's ledger is checked against it, so the two are independent.
 */
import { Ledger } from '../../kit/ledger/ledger.ts';
import type { LedgerTable } from '../../kit/ledger/ledger-table.ts';
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

export class BankLedger extends Ledger {
  readonly payments: LedgerTable<BankPaymentRow> = this.table('payment');
  readonly authorisations: LedgerTable<AuthorisationRow> = this.table('authorisation');
  readonly statuses: LedgerTable<StatusRow> = this.table('status');
  readonly entries: LedgerTable<StatementRow> = this.table('entry');
  readonly requests: LedgerTable<BankRequestRow> = this.table('request');

  constructor(file: string | undefined) {
    super(file, { owner: 'the sandbox’s banks', steps: STEPS });
  }
}
