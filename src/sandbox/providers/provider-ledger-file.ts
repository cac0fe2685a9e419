/** The schema of a provider's ledger, as migrations. */

/**
 * Amounts are minor units as text, because they may have more digits than a double holds. `request` is the request as
 * JSON, by which another request under the same reference is refused.
 *
 * A `step` is a planned decision. A `callback` is due while `due_at` is not null.
 */
export const PROVIDER_LEDGER_STEPS: readonly string[] = [
  `CREATE TABLE payment (
    id INTEGER PRIMARY KEY,
    reference TEXT NOT NULL UNIQUE,
    handle TEXT NOT NULL UNIQUE,
    request TEXT NOT NULL,
    merchant TEXT NOT NULL,
    order_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    amount TEXT NOT NULL,
    currency TEXT NOT NULL,
    state TEXT NOT NULL,
    code TEXT,
    is_confirmed INTEGER NOT NULL,
    bank TEXT,
    address TEXT,
    returned_at INTEGER,
    silent_until INTEGER,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX payment_of_order ON payment (order_id);
  CREATE TABLE step (
    id INTEGER PRIMARY KEY,
    payment INTEGER NOT NULL,
    code TEXT NOT NULL,
    due_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX step_due ON step (due_at);
  CREATE INDEX step_of_payment ON step (payment);
  CREATE TABLE movement (
    id INTEGER PRIMARY KEY,
    reference TEXT NOT NULL UNIQUE,
    payment INTEGER NOT NULL,
    request TEXT NOT NULL,
    kind TEXT NOT NULL,
    amount TEXT NOT NULL,
    currency TEXT NOT NULL,
    state TEXT NOT NULL,
    code TEXT NOT NULL,
    settles_at INTEGER,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX movement_of_payment ON movement (payment);
  CREATE TABLE callback (
    id INTEGER PRIMARY KEY,
    payment INTEGER NOT NULL,
    body TEXT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    due_at INTEGER,
    is_acknowledged INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX callback_due ON callback (due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX callback_of_payment ON callback (payment);`,
];
