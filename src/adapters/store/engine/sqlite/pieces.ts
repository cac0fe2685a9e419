/**
 * Pieces on SQLite: files beside the database file, one a month, such as `turnpike.db-archive-2026-03`. A month's file
 * is written while that month's orders are archived, and later only by erasures. The file has no write-ahead log, so
 * that a copy of the file is a copy of the whole piece.
 */
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { privateFiles } from '../../../../platform/private-files.ts';
import { StoreError } from '../engine.ts';
import type { ArchivePieces, CopiedTexts, PieceSummary, Texts } from '../pieces.ts';

/** How long to wait for another process, such as a command beside the gateway or a copy of the file. */
const BUSY_MS_MAX = 5_000;
const ASK_AGAIN_MS = 25;
/** `PRAGMA synchronous = EXTRA`: flushes the directory too, so that a commit is durable when it returns. */
const SYNCHRONOUS_EXTRA = 3;
/** The table is not `without rowid`, because each row of this size would then take a page. */
const TABLE = `create table if not exists archived_transaction (
  transaction_key integer not null,
  copy_key integer not null,
  request text not null,
  outcome text not null,
  primary key (transaction_key, copy_key)
)`;
const FIND = 'select request, outcome from archived_transaction where transaction_key = ? and copy_key = ?';
const MONTH = /-archive-(\d{4}-\d\d)$/;

interface Piece {
  readonly db: Database.Database;
  /** The file's inode, by which a replaced file is noticed. */
  readonly inode: number;
  readonly find: Database.Statement<number[], Texts>;
}

interface PendingPiece {
  readonly month: string;
  readonly rows: readonly CopiedTexts[];
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

export class SqlitePieces implements ArchivePieces {
  readonly #base: string;
  readonly #open = new Map<string, Piece>();
  #waiting: PendingPiece[] = [];

  /** @param file the store's existing file; a symbolic link to it has the same pieces */
  constructor(file: string) {
    this.#base = `${realpathSync(file)}-archive-`;
  }

  async has(month: string): Promise<boolean> {
    return statSync(`${this.#base}${month}`, { throwIfNoEntry: false }) !== undefined;
  }

  /** Writes rows. The writes of one turn of the event loop are one commit for each month. */
  write(month: string, rows: readonly CopiedTexts[]): Promise<void> {
    return new Promise((done, failed) => {
      if (this.#waiting.length === 0) {
        setImmediate(() => void this.#flush());
      }
      this.#waiting.push({ month, rows, done, failed });
    });
  }

  read(month: string, transactionKey: number, copyKey: number): Promise<Texts | undefined> {
    return whenFree(() => this.#piece(month)?.find.get(transactionKey, copyKey));
  }

  async rewrite(rows: readonly ({ readonly transactionKey: number } & Texts)[]): Promise<void> {
    for (const month of this.#months()) {
      await whenFree(() => this.#update(month, rows));
    }
  }

  #update(month: string, rows: readonly ({ readonly transactionKey: number } & Texts)[]): void {
    const db = this.#piece(month)?.db;
    const update = db?.prepare('update archived_transaction set request = ?, outcome = ? where transaction_key = ?');
    db?.transaction(() => {
      for (const { transactionKey, request, outcome } of rows) {
        update?.run(request, outcome, transactionKey);
      }
    }).immediate();
  }

  remove(month: string, copyKey: number, transactionKeys: readonly number[]): Promise<void> {
    return whenFree(() => {
      const db = this.#piece(month)?.db;
      const remove = db?.prepare('delete from archived_transaction where transaction_key = ? and copy_key = ?');
      db?.transaction(() => {
        for (const transactionKey of transactionKeys) {
          remove?.run(transactionKey, copyKey);
        }
      }).immediate();
    });
  }

  summaries(): Promise<PieceSummary[]> {
    return Promise.all(
      this.#months().map(async (month) => ({
        month,
        place: `${this.#base}${month}`,
        transactions: await whenFree(() => this.#count(month)),
      })),
    );
  }

  #count(month: string): number {
    const counted = this.#piece(month)?.db.prepare<[], { readonly n: number }>(
      'select count(*) as n from archived_transaction',
    );
    return counted?.get()?.n ?? 0;
  }

  close(): void {
    for (const { db } of this.#open.values()) {
      db.close();
    }
    this.#open.clear();
  }

  async #flush(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    const months = Map.groupBy(waiting, (one) => one.month);
    await Promise.all(Array.from(months, ([month, ofMonth]) => this.#flushMonth(month, ofMonth)));
  }

  async #flushMonth(month: string, waiting: readonly PendingPiece[]): Promise<void> {
    const rows = waiting.flatMap((one) => one.rows);
    try {
      await whenFree(() => this.#insert(month, rows));
      for (const { done } of waiting) {
        done();
      }
    } catch (cause) {
      const error = new StoreError(`The archive's piece ${month} could not be written.`, { cause });
      for (const { failed } of waiting) {
        failed(error);
      }
    }
  }

  #insert(month: string, rows: readonly CopiedTexts[]): void {
    const { db } = this.#piece(month) ?? this.#opened(month);
    db.transaction(() => {
      const insert = db.prepare('insert or replace into archived_transaction values (?, ?, ?, ?)');
      for (const { transactionKey, copyKey, request, outcome } of rows) {
        insert.run(transactionKey, copyKey, request, outcome);
      }
    }).immediate();
  }

  #months(): string[] {
    const name = basename(this.#base);
    return readdirSync(dirname(this.#base))
      .filter((file) => file.startsWith(name))
      .flatMap((file) => MONTH.exec(file)?.[1] ?? [])
      .sort();
  }

  /**
   * Compares the inode at each access, because an operator may remove a file or bring one back at any time. Writes to a
   * removed file would be lost.
   *
   * @returns undefined if the file does not exist; a read must not create it
   */
  #piece(month: string): Piece | undefined {
    const open = this.#open.get(month);
    const inode = statSync(`${this.#base}${month}`, { throwIfNoEntry: false })?.ino;
    if (open !== undefined && open.inode === inode) {
      return open;
    }
    open?.db.close();
    this.#open.delete(month);
    return inode === undefined ? undefined : this.#opened(month);
  }

  #opened(month: string): Piece {
    const file = `${this.#base}${month}`;
    const db = new Database(file, { timeout: 0 });
    try {
      privateFiles(file);
      db.pragma('journal_mode = DELETE');
      db.pragma('synchronous = EXTRA');
      // Overwrites erased text in the file.
      db.pragma('secure_delete = ON');
      if (db.pragma('synchronous', { simple: true }) !== SYNCHRONOUS_EXTRA) {
        throw new StoreError(`${file}: synchronous cannot be EXTRA, which is needed.`);
      }
      // A process that was killed may have left a file without the table.
      db.exec(TABLE);
      const piece = { db, find: db.prepare<number[], Texts>(FIND), inode: statSync(file).ino };
      this.#open.set(month, piece);
      return piece;
    } catch (error) {
      db.close();
      throw error;
    }
  }
}

/**
 * Retries while another process has the piece locked. SQLite's own busy wait would block the thread that serves
 * requests for as long as a copy of the file takes.
 */
async function whenFree<Result>(action: () => Result): Promise<Result> {
  const until = performance.now() + BUSY_MS_MAX;
  for (;;) {
    try {
      return action();
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) {
        throw error;
      }
    }
    await pause(ASK_AGAIN_MS);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
}
