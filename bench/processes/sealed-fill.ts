/** Encrypts a card for every filled-in transaction, bound to its row, as the gateway does. */
import Database from 'better-sqlite3';
import { openStore } from '../../src/adapters/store/index.ts';
import { Vault } from '../../src/adapters/vault/index.ts';
import { cardPlace } from '../../src/core/ports/index.ts';
import { readSettings } from '../../src/settings/index.ts';
import type { GatewayPlace } from './gateway.ts';

const CHUNK = 10_000;

interface Row {
  readonly key: number;
  readonly order_key: number;
  readonly merchant_key: number;
  readonly sealed_card: Uint8Array;
}

/** No process may have the file open. @returns the number of encrypted cards */
export async function sealCards({ databaseFile, env }: GatewayPlace): Promise<number> {
  const settings = readSettings({ ...env });
  const store = await openStore(settings, { owner: false });
  const vault = await Vault.open(settings.keys, store.dataKeys);
  await store.close();
  const db = new Database(databaseFile);
  db.pragma('synchronous = OFF');
  const page = db.prepare<[number, number], Row>(
    `SELECT t.key, t.order_key, o.merchant_key, t.sealed_card FROM payment_transaction t
     JOIN payment_order o ON o.key = t.order_key
     WHERE t.key > ? AND t.sealed_card IS NOT NULL ORDER BY t.key LIMIT ?`,
  );
  const replace = db.prepare('UPDATE payment_transaction SET sealed_card = ? WHERE key = ?');
  const placeOf = ({ key, order_key: orderKey, merchant_key }: Row) => cardPlace(merchant_key, { key, orderKey });
  let [rows, after] = [0, 0];
  // The card of the first row, which is the copied order. The gateway itself encrypted it.
  let card: string | undefined;
  for (;;) {
    const found = page.all(after, CHUNK);
    const last = found.at(-1);
    if (last === undefined) {
      break;
    }
    db.transaction(() => {
      for (const row of found) {
        card ??= vault.open(row.sealed_card, placeOf(row));
        replace.run(vault.seal(card, placeOf(row)), row.key);
      }
    })();
    rows += found.length;
    after = last.key;
  }
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  return rows;
}
