/** Opens the embedded store for one gateway process, or for a command that runs at the same time. */
import { existsSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { MINUTE_MS } from '../../../../contract/durations.ts';
import { CommitCounts } from '../../../../platform/metrics/index.ts';
import { operatorAdvice } from '../../../../platform/operator-advice.ts';
import { ONE_SERVER, type OpenEngine, StoreError } from '../engine.ts';
import { noDatabase, type SchemaMode } from '../migrate.ts';
import { Checkpoints } from './checkpoints.ts';
import { CommitThread } from './commit-thread.ts';
import { openSqlite } from './connection.ts';
import { emptyLog } from './empty-log.ts';
import { type SlowCommits, SqliteEngine } from './engine.ts';
import { hasLog, type LogCheck, refuseForeignLog } from './foreign-log.ts';
import { MEMORY, openInMemory } from './in-memory.ts';
import { migrateSqlite } from './migrate.ts';
import { ownStore } from './owner.ts';
import { SqlitePieces } from './pieces.ts';

/**
 * A further store's commits that take longer than this hold up the other stores of the process. From then on its thread
 * commits, until there was no such commit for a minute.
 */
const SLOW_COMMITS: SlowCommits = { commitMs: 100, forMs: MINUTE_MS };

interface EmbeddedOptions {
  /** Whether this process becomes the owner of the file, which no other one can open then. */
  readonly owner: boolean;
  readonly schema?: SchemaMode;
  readonly logCheck?: LogCheck;
  /** Whether the process has the store beside others. */
  readonly isFurther?: boolean;
}

/**
 * @throws StoreError if the store cannot be opened, another gateway process owns it, or its schema is newer than this
 *   program
 */
export async function openEmbedded(
  url: string,
  { owner, schema = 'MIGRATE', logCheck = 'SOUND', isFurther = false }: EmbeddedOptions,
): Promise<OpenEngine> {
  const file = url.replace(/^sqlite:/, '');
  if (file === MEMORY) {
    return openInMemory();
  }
  if (schema !== 'MIGRATE' && !existsSync(file)) {
    throw noDatabase();
  }
  // Release functions in the order of opening. They run in reverse, also after a failed step.
  const held: (() => unknown)[] = [];
  const releaseAll = () => {
    for (const release of held.splice(0).reverse()) {
      release();
    }
  };
  try {
    checkLog(file, logCheck);
    const db = openSqlite(file);
    held.push(() => db.close());
    if (owner) {
      held.push(ownStore(file));
    }
    const schemaState = await migrateSqlite(db, schema);
    const commits = new CommitCounts();
    let checkpoints: Checkpoints | undefined;
    const engine = new SqliteEngine(db, {
      onCommit(units, ms) {
        commits.note(units, ms);
        checkpoints?.afterCommit();
      },
      // Commands that run beside a gateway write little, so they need no thread.
      startThread: owner ? (texts, logPagesMax) => new CommitThread({ file, logPagesMax }, texts) : undefined,
      slow: isFurther ? SLOW_COMMITS : undefined,
    });
    if (owner) {
      checkpoints = new Checkpoints(db, file, engine);
    }
    const pieces = new SqlitePieces(file);
    held.push(() => pieces.close());
    return {
      engine,
      pieces,
      commits,
      ...schemaState,
      isAlone: owner,
      lineage: ONE_SERVER,
      damage: async () => quickCheck(db),
      async emptyLog() {
        await checkpoints?.copyAll();
        return emptyLog(db);
      },
      async close() {
        try {
          await checkpoints?.close();
          await engine.close();
        } finally {
          releaseAll();
        }
      },
    };
  } catch (error) {
    releaseAll();
    if (error instanceof StoreError) {
      throw error;
    }
    const advice = operatorAdvice(error, file);
    throw new StoreError(advice ?? `${file}: ${reasonOf(error)}`, { cause: error, advice });
  }
}

/** Checks the log unless a gateway owns the store, because the log is then that gateway's. */
function checkLog(file: string, check: LogCheck): void {
  if (!hasLog(file)) {
    return;
  }
  let release: () => void;
  try {
    release = ownStore(file);
  } catch {
    return;
  }
  try {
    refuseForeignLog(file, check);
  } finally {
    release();
  }
}

/** @returns the first damage; undefined if the database is sound */
function quickCheck(db: Database): string | undefined {
  const found = db.pragma('quick_check(1)', { simple: true });
  return found === 'ok' ? undefined : String(found);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
