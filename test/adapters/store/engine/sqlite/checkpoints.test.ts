import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { describe, expect, it, vi } from 'vitest';
import {
  Checkpoints,
  type LogPages,
  type WritersLog,
} from '../../../../../src/adapters/store/engine/sqlite/checkpoints.ts';
import { openSqlite } from '../../../../../src/adapters/store/engine/sqlite/connection.ts';
import { newFile, onEnd } from '../../rig.ts';

/** The writing connection makes no checkpoints here, so every copied page was copied by the thread. */
const BY_THREAD: LogPages = { copiedFrom: 200, copiedHereMax: 50, max: 1_000_000 };
/** Rows of a page each, in one commit. */
const ROWS = 10;
const WAIT = { timeout: 20_000, interval: 1 };

/** The log of the connection that the test writes with. */
const overThis = (db: Database.Database): WritersLog => ({
  copyLog: () => db.pragma('wal_checkpoint(PASSIVE)'),
  copyLogFrom: (pages) => db.pragma(`wal_autocheckpoint = ${pages}`),
});

/** @param copiedFile the thread's database file */
function writerOn({ copiedFile, pages = BY_THREAD }: { copiedFile?: string; pages?: LogPages } = {}) {
  const file = newFile();
  const db = openSqlite(file);
  db.exec('create table filler (bytes blob)');
  const checkpoints = new Checkpoints(db, copiedFile ?? file, overThis(db), pages);
  const insert = db.prepare('insert into filler values (zeroblob(3900))');
  const look = db.prepare<[], { log: number }>('PRAGMA wal_checkpoint(NOOP)');
  const fill = db.transaction(() => {
    for (let row = 0; row < ROWS; row += 1) {
      insert.run();
    }
  });
  const logPages = () => look.get()?.log ?? 0;
  const commit = () => {
    fill();
    checkpoints.afterCommit();
  };
  const close = async () => {
    if (!db.open) {
      return;
    }
    await checkpoints.close();
    db.close();
  };
  onEnd(close);
  return {
    db,
    file,
    commit,
    close,
    logPages,
    /** Commits and lets the thread's messages in between, until the log has restarted. */
    async untilAnew() {
      await vi.waitFor(() => {
        const before = logPages();
        commit();
        expect(logPages()).toBeLessThan(before);
      }, WAIT);
    },
  };
}

function rowsIn(file: string): unknown {
  const reader = new Database(file, { readonly: true });
  const counted = reader.prepare('select count(*) as n from filler').get();
  reader.close();
  return counted;
}

describe('the log', () => {
  it('is copied to the database by the thread, and restarts, again and again', async () => {
    const writer = writerOn();
    const sizes: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      await writer.untilAnew();
      sizes.push(statSync(writer.file).size);
    }
    expect(sizes[0]).toBeLessThan(sizes[1] as number);
    expect(sizes[1]).toBeLessThan(sizes[2] as number);
  });

  it('is not copied while it is short', async () => {
    const writer = writerOn({ pages: { ...BY_THREAD, copiedFrom: 100_000 } });
    const size = statSync(writer.file).size;
    for (let commits = 0; commits < 100; commits += 1) {
      writer.commit();
    }
    expect(writer.logPages()).toBeGreaterThan(1_000);
    expect(statSync(writer.file).size).toBe(size);
  });

  it('waits for a reader, who sees a snapshot, and restarts after it', async () => {
    const writer = writerOn();
    writer.commit();
    const reader = new Database(writer.file, { readonly: true });
    onEnd(() => reader.close());
    const read = reader.prepare('select count(*) as n from filler');
    reader.exec('BEGIN');
    expect(read.get()).toEqual({ n: ROWS });
    await vi.waitFor(() => {
      writer.commit();
      expect(writer.logPages()).toBeGreaterThan(10 * BY_THREAD.copiedFrom);
    }, WAIT);
    expect(read.get()).toEqual({ n: ROWS });
    reader.exec('COMMIT');
    await writer.untilAnew();
  });

  it('is gone after the close, with every row in the database', async () => {
    const writer = writerOn();
    await writer.untilAnew();
    const { n } = rowsIn(writer.file) as { n: number };
    writer.commit();
    await writer.close();
    expect(statSync(`${writer.file}-wal`, { throwIfNoEntry: false })).toBeUndefined();
    expect(rowsIn(writer.file)).toEqual({ n: n + ROWS });
  });

  it('is copied by the writing connection where the thread cannot open the file', async () => {
    const writer = writerOn({ copiedFile: newFile() });
    await vi.waitFor(() => {
      writer.commit();
      expect(writer.db.pragma('wal_autocheckpoint', { simple: true })).toBe(BY_THREAD.copiedFrom);
    }, WAIT);
  });
});
