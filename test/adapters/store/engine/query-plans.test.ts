/**
 * Statements that run at every start, every half second or on every request use an index: no growing table is scanned.
 */
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { migrateSqlite } from '../../../../src/adapters/store/engine/sqlite/migrate.ts';
import { ALIASES, GROWING, STATEMENTS } from './frequent-statements.ts';

describe('no statement scans a table that grows', async () => {
  const db = new Database(':memory:');
  await migrateSqlite(db);

  it.each(STATEMENTS)('by %s', (_name, statement) => {
    const { sql, names } = statement.compile('sqlite');
    const plan = db.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`).all(...names.map(() => 1));
    const walked = plan
      .map(({ detail }) => /^SCAN (\w+)/.exec(detail)?.[1])
      .filter((table) => table !== undefined && GROWING.includes(ALIASES[table] ?? table));
    expect(walked).toEqual([]);
  });
});
