/**
 * An embedded store in memory, for a gateway whose payments end with its thread. It has no log to copy and no second
 * connection, so all commits happen in this thread.
 */
import Database from 'better-sqlite3';
import { CommitCounts } from '../../../../platform/metrics/index.ts';
import { ONE_SERVER, type OpenEngine } from '../engine.ts';
import type { ArchivePieces, CopiedTexts, Texts } from '../pieces.ts';
import { SqliteEngine } from './engine.ts';
import { migrateSqlite } from './migrate.ts';

/** The name of SQLite's database in memory. */
export const MEMORY = ':memory:';

export async function openInMemory(): Promise<OpenEngine> {
  const db = new Database(MEMORY);
  const schemaState = await migrateSqlite(db);
  const commits = new CommitCounts();
  const engine = new SqliteEngine(db, { onCommit: (units, ms) => commits.note(units, ms) });
  return {
    engine,
    pieces: new PiecesInMemory(),
    commits,
    ...schemaState,
    isAlone: true,
    lineage: ONE_SERVER,
    damage: async () => undefined,
    emptyLog: async () => true,
    close: () => engine.close(),
  };
}

/** The archive's pieces, by month. */
class PiecesInMemory implements ArchivePieces {
  readonly #months = new Map<string, Map<string, CopiedTexts>>();

  async has(month: string): Promise<boolean> {
    return this.#months.has(month);
  }

  async write(month: string, rows: readonly CopiedTexts[]): Promise<void> {
    const piece = this.#months.get(month) ?? new Map();
    this.#months.set(month, piece);
    for (const row of rows) {
      piece.set(nameOf(row), row);
    }
  }

  async read(month: string, transactionKey: number, copyKey: number): Promise<Texts | undefined> {
    return this.#months.get(month)?.get(nameOf({ transactionKey, copyKey }));
  }

  async rewrite(rows: readonly ({ readonly transactionKey: number } & Texts)[]): Promise<void> {
    for (const { transactionKey, request, outcome } of rows) {
      for (const piece of this.#months.values()) {
        for (const [name, row] of piece) {
          if (row.transactionKey === transactionKey) {
            piece.set(name, { ...row, request, outcome });
          }
        }
      }
    }
  }

  async remove(month: string, copyKey: number, transactionKeys: readonly number[]): Promise<void> {
    for (const transactionKey of transactionKeys) {
      this.#months.get(month)?.delete(nameOf({ transactionKey, copyKey }));
    }
  }

  async summaries() {
    return Array.from(this.#months, ([month, rows]) => ({ month, place: MEMORY, transactions: rows.size }));
  }
}

function nameOf({ transactionKey, copyKey }: Pick<CopiedTexts, 'copyKey' | 'transactionKey'>): string {
  return `${transactionKey} ${copyKey}`;
}
