import { sql } from 'kysely';
import { RECEIPT_LIFE_MS } from '../../../core/ports/index.ts';

/**
 * True unless the receipt was abandoned: then it is due only after the end of its attempts.
 *
 * @param table the name of `receipt_mail` in the statement
 */
export function isWaiting(table: string) {
  const [dueAt, createdAt] = [sql.ref(`${table}.due_at`), sql.ref(`${table}.created_at`)];
  return sql<boolean>`${dueAt} - ${createdAt} < ${sql.lit(RECEIPT_LIFE_MS)}`;
}
