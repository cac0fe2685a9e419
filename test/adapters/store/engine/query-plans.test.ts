/**
 * Statements that run at every start, every half second or on every request use an index: no growing table is scanned.
 */
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { migrateSqlite } from '../../../../src/adapters/store/engine/sqlite/migrate.ts';
import type { Statement } from '../../../../src/adapters/store/engine/statement.ts';
import { orderUnderWay, sendingUnderWay } from '../../../../src/adapters/store/moving/move-statements.ts';
import { STATEMENTS as MOVED_ROWS } from '../../../../src/adapters/store/moving/statements.ts';
import { waitingRefundsOf } from '../../../../src/adapters/store/refund-requests/statements.ts';
import { waitingReviewsOf } from '../../../../src/adapters/store/risk/statements.ts';
import { ALIASES, GROWING, STATEMENTS } from './frequent-statements.ts';

describe('no statement scans a table that grows', async () => {
  const db = new Database(':memory:');
  await migrateSqlite(db);

  it.each(STATEMENTS)('by %s', (_name, statement) => {
    const walked = planOf(db, statement)
      .map((detail) => /^SCAN (\w+)/.exec(detail)?.[1])
      .filter((table) => table !== undefined && GROWING.includes(ALIASES[table] ?? table));
    expect(walked).toEqual([]);
  });

  it.each([
    ['refunds', waitingRefundsOf],
    ['reviews', waitingReviewsOf],
  ])('and waiting %s of a merchant are found among all that wait, not among its orders', (_name, statement) => {
    expect(planOf(db, statement).filter((detail) => detail.includes('merchant_key='))).toEqual([]);
  });

  it.each([orderUnderWay, ...sendingUnderWay])(
    'and work under way of a merchant that moves is found among all under way, query %#',
    (statement) => {
      const walked = planOf(db, statement).filter((detail) => /merchant_key=|SCAN o\b|SCAN payment_order/.test(detail));
      expect(walked).toEqual([]);
    },
  );

  it.each([...MOVED_ROWS])(
    'and pages of $table of a merchant that moves are read without sorting',
    (_table, { rows }) => {
      expect(planOf(db, rows).filter((detail) => detail.includes('ORDER BY'))).toEqual([]);
    },
  );
});

function planOf(db: Database.Database, statement: Statement): string[] {
  const { sql, names } = statement.compile('sqlite');
  const plan = db.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`).all(...names.map(() => 1));
  return plan.map(({ detail }) => detail);
}
