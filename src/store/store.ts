/** Opens the store that `DATABASE_URL` names: engine, migrations, and what rests in it. */
import { StoredDataKeys } from './data-keys.ts';
import { StoredMerchants } from './merchants.ts';
import { migrateSqlite } from './migrate.ts';
import { StoredOrders } from './orders.ts';
import { ownStore } from './owner.ts';
import { RowKeys } from './row-keys.ts';
import { StoredSessions } from './sessions.ts';
import { openSqlite, SqliteEngine } from './sqlite.ts';
import { StoredTokens } from './tokens.ts';

export interface Store {
  readonly orders: StoredOrders;
  readonly sessions: StoredSessions;
  readonly merchants: StoredMerchants;
  readonly tokens: StoredTokens;
  readonly dataKeys: StoredDataKeys;
  /** Whether it answers a question now. */
  answers(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * @param url `sqlite:path/to/file`
 * @param options.owner false for tools beside a running gateway, which must not take its place
 * @throws StoreError when it cannot be opened, is owned by another gateway process, or is newer than this program
 */
export async function openStore(url: string, options: { owner?: boolean } = {}): Promise<Store> {
  const file = url.replace(/^sqlite:/, '');
  const db = openSqlite(file);
  const release = options.owner === false ? () => undefined : owned(file, db);
  await migrateSqlite(db);
  const engine = new SqliteEngine(db);
  const keys = await RowKeys.open(engine);
  const merchants = new StoredMerchants(engine, keys);
  return {
    orders: new StoredOrders(engine, keys),
    sessions: new StoredSessions(engine, keys),
    merchants,
    tokens: new StoredTokens(engine, keys),
    dataKeys: new StoredDataKeys(engine),
    answers: () =>
      merchants.list().then(
        () => true,
        () => false,
      ),
    async close() {
      await engine.close();
      release();
    },
  };
}

function owned(file: string, db: { close(): unknown }): () => void {
  try {
    return ownStore(file);
  } catch (error) {
    db.close();
    throw error;
  }
}
