/** Fills the index of orders directly, with orders of several years, statuses, currencies, cards and payers. */
import Database from 'better-sqlite3';
import { FACTOR, PRIME } from './filled-order.ts';

/** The number of orders in one commit. */
const CHUNK = 50_000;
const CACHE_KIB = 2_000_000;
/** The time of the first order, and the time between two. */
const START = 1_600_000_000_000;
const STEP_MS = 200_000;
/** One in so many orders has the status, the currency or the provider of few. */
const RARE = 5_000;

/** A number that each order has by chance, but always the same one. */
const chance = (below: number, salt: number) => `((i + ${salt}) * ${FACTOR} % ${PRIME} % ${below})`;

const COLUMNS: Readonly<Record<string, string>> = {
  order_key: 'i',
  merchant_key: '@merchant',
  order_id: `'filled-' || (i * ${FACTOR} % ${PRIME})`,
  status: `case ${chance(RARE, 1)} when 0 then 'REFUND_REQUESTED' when 1 then 'REFUND_REQUESTED' else
    (case ${chance(10, 2)} when 0 then 'FAILED' when 1 then 'REFUNDED' else 'CAPTURED' end) end`,
  currency: `case ${chance(RARE, 3)} when 0 then 'JPY' else 'EUR' end`,
  amount: `printf('%020d', ${chance(100_000, 4)})`,
  total_authorized: `printf('%020d', 0)`,
  total_captured: `printf('%020d', 0)`,
  total_refunded: `printf('%020d', 0)`,
  total_charged_back: `printf('%020d', 0)`,
  method: `case ${chance(RARE, 5)} when 0 then 'PAYPAL' else 'CARD' end`,
  brand: `case ${chance(3, 6)} when 0 then 'MASTERCARD' else 'VISA' end`,
  last_four: `printf('%04d', ${chance(10_000, 7)})`,
  reference: `'invoice-' || i`,
  provider_reference: 'null',
  decline_code: 'null',
  acquirer_code: 'null',
  steps: `'PAID'`,
  terms: `json_array(json_array('LAST_FOUR', printf('%04d', ${chance(10_000, 7)})), json_array('REFERENCE', 'invoice-' || i),
    json_array('EMAIL', 'hash-' || ${chance(300_000, 8)}))`,
  counted: `'[]'`,
  generation: '1',
  revision: '1',
  created_at: `${START} + i * ${STEP_MS}`,
  updated_at: `${START} + i * ${STEP_MS} + ${chance(1_000_000_000, 9)}`,
};

const TERMS = [
  ['LAST_FOUR', `printf('%04d', ${chance(10_000, 7)})`],
  ['REFERENCE', `'invoice-' || i`],
  ['EMAIL', `'hash-' || ${chance(300_000, 8)}`],
];

/** @param file a migrated store that no process has open */
export function fillIndex(file: string, merchantKey: number, count: number): void {
  const db = new Database(file);
  db.pragma('synchronous = OFF');
  db.pragma(`cache_size = -${CACHE_KIB}`);
  const range = 'WITH RECURSIVE n(i) AS (SELECT @from UNION ALL SELECT i + 1 FROM n WHERE i < @to)';
  const inserts = [
    db.prepare(
      `${range} INSERT INTO order_index (${Object.keys(COLUMNS).join(', ')})
        SELECT ${Object.values(COLUMNS).join(', ')} FROM n`,
    ),
    ...TERMS.map(([kind, value]) =>
      db.prepare(`${range} INSERT INTO order_term (kind, value, merchant_key, order_key)
        SELECT '${kind}', ${value}, @merchant, i FROM n`),
    ),
  ];
  for (let from = 1; from <= count; from += CHUNK) {
    const given = { merchant: BigInt(merchantKey), from: BigInt(from), to: BigInt(Math.min(count, from + CHUNK - 1)) };
    db.transaction(() => {
      // Only the first statement may name parameters that the others do not have.
      for (const insert of inserts) {
        insert.run(given);
      }
    })();
  }
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}
