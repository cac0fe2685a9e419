/** The stored fields of an authentication in the bare server, and their store on SQLite. */
import type Database from 'better-sqlite3';
import { openDatabase, SharedCommits } from './shared-commits.ts';

const SCHEMA = `
  CREATE TABLE payment_order (key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, currency TEXT NOT NULL) STRICT;
  CREATE TABLE authentication (
    key INTEGER PRIMARY KEY,
    order_key INTEGER NOT NULL UNIQUE,
    initiated BLOB NOT NULL,
    requested BLOB,
    sealed_state BLOB NOT NULL,
    details TEXT NOT NULL
  ) STRICT;
`;

export interface Initiation {
  readonly orderId: string;
  readonly currency: string;
  /** Identifies the request, so that a repeat can be distinguished from another request. */
  readonly fingerprint: Uint8Array;
  readonly sealedState: Uint8Array;
  readonly details: string;
}

export interface FoundAuthentication {
  readonly key: number;
  readonly sealedState: Buffer;
}

/** The methods that write resolve when their writes are durable. */
export class AuthenticationStore {
  readonly #commits: SharedCommits;
  readonly #order: Database.Statement;
  readonly #authentication: Database.Statement;
  readonly #find: Database.Statement<[string], FoundAuthentication>;
  readonly #ask: Database.Statement;
  readonly #answer: Database.Statement;
  #key = 0;

  constructor(file: string) {
    const db = openDatabase(file, SCHEMA);
    this.#commits = new SharedCommits(db);
    this.#order = db.prepare('INSERT INTO payment_order VALUES (?, ?, ?)');
    this.#authentication = db.prepare('INSERT INTO authentication VALUES (?, ?, ?, NULL, ?, ?)');
    this.#find = db.prepare(
      `SELECT authentication.key, sealed_state AS "sealedState"
       FROM payment_order JOIN authentication ON order_key = payment_order.key WHERE id = ?`,
    );
    this.#ask = db.prepare('UPDATE authentication SET requested = ?, sealed_state = ?, details = ? WHERE key = ?');
    this.#answer = db.prepare('UPDATE authentication SET sealed_state = ? WHERE key = ?');
  }

  initiate({ orderId, currency, fingerprint, sealedState, details }: Initiation): Promise<void> {
    this.#key += 1;
    const key = this.#key;
    return this.#commits.commit(() => {
      this.#order.run(key, orderId, currency);
      this.#authentication.run(key, key, fingerprint, sealedState, details);
    });
  }

  find(orderId: string): FoundAuthentication | undefined {
    return this.#find.get(orderId);
  }

  /** Stores the request before it is sent. */
  ask(key: number, { fingerprint, sealedState, details }: Omit<Initiation, 'currency' | 'orderId'>): Promise<void> {
    return this.#commits.commit(() => this.#ask.run(fingerprint, sealedState, details, key));
  }

  /** Stores the issuer's answer. */
  answer(key: number, sealedState: Uint8Array): Promise<void> {
    return this.#commits.commit(() => this.#answer.run(sealedState, key));
  }
}
