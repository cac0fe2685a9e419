/**
 * Reads the acquirer's ledger file: the independent record against which the gateway's results are checked; it has each
 * message's trace.
 */
import Database from 'better-sqlite3';
import type { LedgerRow } from '../../src/sandbox/acquirer/acquirer-ledger-rows.ts';

export type BookRow = Pick<LedgerRow, 'amount' | 'kind' | 'state' | 'trace'> & {
  readonly order: string;
  readonly transaction: string;
};

/** Every movement, including voids, in order of arrival. */
export function bookRows(ledgerFile: string): BookRow[] {
  const database = new Database(ledgerFile, { readonly: true });
  try {
    return database
      .prepare<[], BookRow>(
        `SELECT kind, order_id AS "order", transaction_id AS "transaction", amount, state, trace
         FROM movement WHERE kind IS NOT NULL ORDER BY id`,
      )
      .all();
  } finally {
    database.close();
  }
}

export function bookByOrder(ledgerFile: string): Map<string, BookRow[]> {
  return Map.groupBy(bookRows(ledgerFile), ({ order }) => order);
}
