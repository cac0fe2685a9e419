/**
 * The bare servers' store on PostgreSQL. All waiting writes share one transaction with one statement for each table,
 * which gets the columns of all rows as arrays. There is one connection, so that further writes gather while a
 * transaction is in flight.
 */
import pg from 'pg';
import type { Payment, PaymentStore } from './payment-store.ts';

const SCHEMA = `
  CREATE TABLE payment_order (key bigint PRIMARY KEY, id text NOT NULL UNIQUE, amount text NOT NULL);
  CREATE TABLE payment (key bigint PRIMARY KEY, order_key bigint NOT NULL, at bigint NOT NULL, fingerprint bytea NOT NULL);
  CREATE TABLE card (key bigint PRIMARY KEY, sealed bytea NOT NULL);
  CREATE TABLE outcome (key bigint PRIMARY KEY, payment_key bigint NOT NULL, code text NOT NULL);
  CREATE TABLE total (key bigint PRIMARY KEY, order_key bigint NOT NULL, amount text NOT NULL);
  CREATE TABLE notification (key bigint PRIMARY KEY, order_key bigint NOT NULL, url text NOT NULL);
`;

interface Insert {
  readonly name: string;
  readonly text: string;
}

const insert = (table: string, types: readonly string[], more = ''): Insert => ({
  name: table,
  text: `INSERT INTO ${table} SELECT * FROM unnest(${types.map((type, at) => `$${at + 1}::${type}[]`).join(', ')}) ${more}`,
});
const BIGINTS = ['bigint', 'bigint'] as const;
const ORDER = insert('payment_order', ['bigint', 'text', 'text'], 'ON CONFLICT (id) DO NOTHING');
const PAYMENT = insert('payment', [...BIGINTS, 'bigint', 'bytea']);
const CARD = insert('card', ['bigint', 'bytea']);
const OUTCOME = insert('outcome', [...BIGINTS, 'text']);
const TOTAL = insert('total', [...BIGINTS, 'text']);
const NOTIFICATION = insert('notification', [...BIGINTS, 'text']);

interface Waiting {
  readonly begins: boolean;
  readonly key: number;
  readonly payment: Payment;
  readonly code: string;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

export class PostgresStore implements PaymentStore {
  readonly #client: pg.Client;
  #waiting: Waiting[] = [];
  #isWriting = false;
  #key = 0;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async open(url: string): Promise<PostgresStore> {
    const client = new pg.Client({ connectionString: url, pipeline: true } as pg.ClientConfig);
    await client.connect();
    await client.query(SCHEMA);
    return new PostgresStore(client);
  }

  async begin(payment: Payment): Promise<number> {
    this.#key += 1;
    const key = this.#key;
    await this.#commit({ begins: true, key, payment, code: '' });
    return key;
  }

  finish(key: number, payment: Payment, code: string): Promise<void> {
    return this.#commit({ begins: false, key, payment, code });
  }

  #commit(write: Omit<Waiting, 'done' | 'failed'>): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ ...write, done, failed });
      if (this.#isWriting) {
        return;
      }
      this.#isWriting = true;
      setImmediate(() => void this.#workOff());
    });
  }

  async #workOff(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await this.#write(batch);
        for (const { done } of batch) {
          done();
        }
      } catch (error) {
        for (const { failed } of batch) {
          failed(error);
        }
      }
    }
    this.#isWriting = false;
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    const [starts, finished] = [batch.filter(({ begins }) => begins), batch.filter(({ begins }) => !begins)];
    const queries: Promise<unknown>[] = [this.#client.query('BEGIN')];
    if (starts.length > 0) {
      const keys = starts.map(({ key }) => key);
      const at = Date.now();
      queries.push(
        this.#run(
          ORDER,
          keys,
          starts.map(({ payment }) => payment.orderId),
          starts.map(({ payment }) => payment.amount),
        ),
        this.#run(
          PAYMENT,
          keys,
          keys,
          keys.map(() => at),
          starts.map(({ payment }) => payment.fingerprint),
        ),
        this.#run(
          CARD,
          keys,
          starts.map(({ payment }) => payment.sealedCard),
        ),
      );
    }
    if (finished.length > 0) {
      const keys = finished.map(({ key }) => key);
      queries.push(
        this.#run(
          OUTCOME,
          keys,
          keys,
          finished.map(({ code }) => code),
        ),
        this.#run(
          TOTAL,
          keys,
          keys,
          finished.map(({ payment }) => payment.amount),
        ),
      );
      const notified = finished.filter(({ payment }) => payment.notificationUrl !== '');
      const notifiedKeys = notified.map(({ key }) => key);
      const urls = notified.map(({ payment }) => payment.notificationUrl);
      if (notified.length > 0) {
        queries.push(this.#run(NOTIFICATION, notifiedKeys, notifiedKeys, urls));
      }
    }
    await Promise.all([...queries, this.#client.query('COMMIT')]);
  }

  #run({ name, text }: Insert, ...columns: readonly (readonly unknown[])[]): Promise<unknown> {
    return this.#client.query({ name, text, values: [...columns] });
  }
}
