/** The contents of a piece of the archive, read beside the store. */
import { existsSync } from 'node:fs';
import { rowsOfFile, runOnFile } from '../../../support/database.ts';
import { type DatabasePlace, onPostgres, type Row } from '../../../support/database-place.ts';

/** @param change executed first */
export async function pieceRows(
  { url, rows, run }: Pick<DatabasePlace, 'rows' | 'run' | 'url'>,
  month: string,
  change?: string,
  ...values: readonly string[]
): Promise<Row[]> {
  const file = `${url.replace('sqlite:', '')}-archive-${month}`;
  if (!onPostgres() && !existsSync(file)) {
    return [];
  }
  if (change !== undefined) {
    await (onPostgres() ? run(change, ...values) : runOnFile(file, change, ...values));
  }
  const query = 'select transaction_key, copy_key, request, outcome from archived_transaction order by transaction_key';
  return onPostgres() ? rows(query) : rowsOfFile(file, query);
}
