/**
 * Queries the database of a gateway in this process. It uses the gateway's own copy of SQLite: a second copy would
 * release the first one's file locks when it closes the file.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';

export type Row = Record<string, unknown>;

/** @param folder the gateway's DATA_DIR */
export function withDatabase<T>(folder: string, look: (db: Database.Database) => T): T {
  const db = new Database(join(folder, 'turnpike.db'));
  try {
    return look(db);
  } finally {
    db.close();
  }
}

/** @param values for the query's question marks */
export function rowsOf(folder: string, query: string, ...values: readonly (string | number)[]): Row[] {
  return rowsOfFile(join(folder, 'turnpike.db'), query, ...values);
}

export function rowsOfFile(file: string, query: string, ...values: readonly (string | number)[]): Row[] {
  const db = new Database(file);
  try {
    return rowsIn(db, query, ...values);
  } finally {
    db.close();
  }
}

export function rowsIn(db: Database.Database, query: string, ...values: readonly (string | number)[]): Row[] {
  return db.prepare<unknown[], Row>(query).all(...values);
}

export function runOnFile(file: string, query: string, ...values: readonly (string | number | null)[]): void {
  const db = new Database(file);
  try {
    db.prepare<unknown[]>(query).run(...values);
  } finally {
    db.close();
  }
}
