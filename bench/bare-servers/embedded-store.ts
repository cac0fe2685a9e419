/**
 * The store of the bare servers' payments on SQLite. Rows are appended under increasing integer keys; the merchant's
 * random id is in the one unique index.
 */
import type Database from 'better-sqlite3';
import type { Payment, PaymentStore } from './payment-store.ts';
import { openDatabase, SharedCommits } from './shared-commits.ts';

const SCHEMA = `
  CREATE TABLE payment_order (key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, amount TEXT NOT NULL) STRICT;
  CREATE TABLE payment (key INTEGER PRIMARY KEY, order_key INTEGER NOT NULL, at INTEGER NOT NULL, fingerprint BLOB NOT NULL) STRICT;
  CREATE TABLE card (key INTEGER PRIMARY KEY, sealed BLOB NOT NULL) STRICT;
  CREATE TABLE outcome (key INTEGER PRIMARY KEY, payment_key INTEGER NOT NULL, code TEXT NOT NULL) STRICT;
  CREATE TABLE total (key INTEGER PRIMARY KEY, order_key INTEGER NOT NULL, amount TEXT NOT NULL) STRICT;
  CREATE TABLE notification (key INTEGER PRIMARY KEY, order_key INTEGER NOT NULL, url TEXT NOT NULL) STRICT;
`;

export class EmbeddedStore implements PaymentStore {
  readonly #commits: SharedCommits;
  readonly #order: Database.Statement;
  readonly #payment: Database.Statement;
  readonly #card: Database.Statement;
  readonly #outcome: Database.Statement;
  readonly #total: Database.Statement;
  readonly #notification: Database.Statement;
  #key = 0;

  constructor(file: string) {
    const db = openDatabase(file, SCHEMA);
    this.#commits = new SharedCommits(db);
    this.#order = db.prepare('INSERT INTO payment_order VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING');
    this.#payment = db.prepare('INSERT INTO payment VALUES (?, ?, ?, ?)');
    this.#card = db.prepare('INSERT INTO card VALUES (?, ?)');
    this.#outcome = db.prepare('INSERT INTO outcome VALUES (?, ?, ?)');
    this.#total = db.prepare('INSERT INTO total VALUES (?, ?, ?)');
    this.#notification = db.prepare('INSERT INTO notification VALUES (?, ?, ?)');
  }

  async begin({ orderId, amount, sealedCard, fingerprint }: Payment): Promise<number> {
    this.#key += 1;
    const key = this.#key;
    await this.#commits.commit(() => {
      if (this.#order.run(key, orderId, amount).changes === 0) {
        throw new Error('The order exists.');
      }
      this.#payment.run(key, key, Date.now(), fingerprint);
      this.#card.run(key, sealedCard);
    });
    return key;
  }

  finish(key: number, { amount, notificationUrl }: Payment, code: string): Promise<void> {
    return this.#commits.commit(() => {
      this.#outcome.run(key, key, code);
      this.#total.run(key, key, amount);
      if (notificationUrl !== '') {
        this.#notification.run(key, key, notificationUrl);
      }
    });
  }
}
