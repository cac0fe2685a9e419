/** Opens the store that `DATABASE_URL` names: engine, migrations, and what rests in it. */
import { StoredBrowserPayments } from './browser-payments.ts';
import { StoredDataKeys } from './data-keys.ts';
import { StoredMerchants } from './merchants.ts';
import { migrateSqlite } from './migrate.ts';
import { StoredOrders } from './orders.ts';
import { ownStore } from './owner.ts';
import { RowKeys } from './row-keys.ts';
import { StoredSessions } from './sessions.ts';
import { openSqlite, SqliteEngine } from './sqlite.ts';
import { StoredTokens } from './tokens.ts';
import { StoredUnmaskings } from './unmaskings.ts';

export interface Store {
  readonly orders: StoredOrders;
  readonly browserPayments: StoredBrowserPayments;
  readonly sessions: StoredSessions;
  readonly merchants: StoredMerchants;
  readonly tokens: StoredTokens;
  readonly unmaskings: StoredUnmaskings;
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
  // From the first thing opened to the last; let go of in reverse, also when the next one cannot be had.
  const held: (() => unknown)[] = [];
  const letGo = () => {
    for (const release of held.splice(0).reverse()) release();
  };
  try {
    const db = openSqlite(file);
    held.push(() => db.close());
    if (options.owner !== false) held.push(ownStore(file));
    await migrateSqlite(db);
    const engine = new SqliteEngine(db);
    return storeOver(engine, await RowKeys.open(engine), letGo);
  } catch (error) {
    letGo();
    throw error;
  }
}

function storeOver(engine: SqliteEngine, keys: RowKeys, letGo: () => void): Store {
  const merchants = new StoredMerchants(engine, keys);
  const orders = new StoredOrders(engine, keys);
  return {
    orders,
    browserPayments: new StoredBrowserPayments(engine, keys, orders),
    sessions: new StoredSessions(engine, keys),
    merchants,
    tokens: new StoredTokens(engine, keys),
    unmaskings: new StoredUnmaskings(engine, keys),
    dataKeys: new StoredDataKeys(engine),
    answers: () =>
      merchants.list().then(
        () => true,
        () => false,
      ),
    async close() {
      await engine.close();
      letGo();
    },
  };
}
