/**
 * The database that all processes of a history share: the real engine in memory, cleared for each history instead of
 * reopened.
 */
import Database from 'better-sqlite3';
import type { Engine } from '../../src/adapters/store/engine/engine.ts';
import { SqliteEngine } from '../../src/adapters/store/engine/sqlite/engine.ts';
import { migrateSqlite } from '../../src/adapters/store/engine/sqlite/migrate.ts';

/**
 * Due work of each worker. Each: the time when the first item is due, by the clock that wrote it; null if there is
 * none.
 */
export interface Waiting {
  /** 0 if a dead process left a transaction under way. */
  readonly recovery: number | null;
  readonly reversals: number | null;
  readonly followUps: number | null;
  readonly payments: number | null;
  readonly refunds: number | null;
}

export interface MemoryDatabase {
  readonly engine: Engine;
  empty(): void;
  waiting(): Waiting;
  query<Row>(sql: string): Row[];
}

const WAITING = `select
  (select min(0) from payment_order where locked_by is not null
     and (owner is null or owner not in (select key from gateway_process))) as recovery,
  (select min(due_at) from reversal where due_at is not null) as reversals,
  (select min(follow_up_at) from transaction_outcome where follow_up_at is not null
     and (processor = '' or processor like 'acquirer:%')) as followUps,
  (select min(follow_up_at) from transaction_outcome where follow_up_at is not null
     and processor <> '' and processor not like 'acquirer:%') as payments,
  (select min(decided_at) from refund_request where decision is not null and done_at is null) as refunds`;

export async function openMemoryDatabase(): Promise<MemoryDatabase> {
  const db = new Database(':memory:');
  await migrateSqlite(db);
  const tables = db
    .prepare<[], { name: string }>(
      "select name from sqlite_master where type = 'table' and name not like 'kysely%' and name not like 'sqlite%'",
    )
    .all();
  const clear = tables.map(({ name }) => db.prepare(`delete from "${name}"`));
  const firstRows = tables.flatMap(({ name }) => insertsOf(db, name));
  const waiting = db.prepare<[], Waiting>(WAITING);
  return {
    engine: new SqliteEngine(db),
    empty: db.transaction(() => {
      for (const one of clear) {
        one.run();
      }
      for (const insert of firstRows) {
        insert();
      }
    }),
    waiting: () => waiting.get() as Waiting,
    query: (sql) => db.prepare<[], never>(sql).all(),
  };
}

/** Statements that restore a table's current rows: those that the migrations inserted. */
function insertsOf(db: Database.Database, table: string): (() => unknown)[] {
  const rows = db.prepare<[], Record<string, unknown>>(`select * from "${table}"`).all();
  return rows.map((row) => {
    const columns = Object.keys(row);
    const insert = db.prepare(
      `insert into "${table}" (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
    );
    return () => insert.run(...Object.values(row));
  });
}
