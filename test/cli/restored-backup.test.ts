/**
 * F18: a backup is made during payments, and restored elsewhere. Compared with the acquirer's ledger, it lists every
 * later operation, and no false one.
 */
import { copyFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '../../src/adapters/store/store.ts';
import { amount } from '../api/rest/operations/order.ts';
import { paying, type Rig, startRig } from '../api/rest/rig.ts';
import { rowsOfFile } from '../support/database.ts';
import { turnpike } from './turnpike.ts';

const CLIENTS = 8;
const ORDERS_BEFORE = 20;
const ORDERS_AFTER = 20;

let rig: Rig;
let elsewhere: string;
beforeAll(async () => {
  rig = await startRig();
  elsewhere = mkdtempSync(join(tmpdir(), 'turnpike-restored-'));
});
afterAll(async () => {
  await rig.close();
  rmSync(elsewhere, { recursive: true, force: true });
});

/** Enough for the slowest of machines. */
const LOAD_MS_MAX = 60_000;

/** Pays and refunds until it is stopped. */
function load(): { ended(): Promise<unknown>; done(): number } {
  let done = 0;
  let isOver = false;
  const client = async (name: number) => {
    for (let count = 0; !isOver; count += 1) {
      const order = `/order/${name}-${count}/transaction`;
      await rig.api('PUT', `${order}/1`, paying('AUTHORIZE'));
      await rig.api('PUT', `${order}/2`, { apiOperation: 'CAPTURE', ...amount('12.00') });
      await rig.api('PUT', `${order}/3`, { apiOperation: 'REFUND', ...amount('5.00') });
      done += 1;
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, name) => client(name)));
  return {
    done: () => done,
    ended: () => {
      isOver = true;
      return clients;
    },
  };
}

it(
  'a comparison with an older backup lists everything that it lacks, without a false entry',
  async () => {
    const running = load();
    await expect.poll(() => running.done(), { timeout: LOAD_MS_MAX }).toBeGreaterThan(ORDERS_BEFORE);
    const live = new Database(join(rig.folder, 'turnpike.db'));
    // In one step: a copy in several steps restarts with each payment between two of them.
    await live.backup(join(elsewhere, 'turnpike.db'), { progress: () => Number.MAX_SAFE_INTEGER });
    live.close();
    const atBackup = running.done();
    await expect.poll(() => running.done(), { timeout: LOAD_MS_MAX }).toBeGreaterThan(atBackup + ORDERS_AFTER);
    await running.ended();

    const entries = rig.host.ledger({});
    const ledger = join(elsewhere, 'ledger.json');
    writeFileSync(ledger, JSON.stringify(entries));
    expect((await turnpike(rig.folder, ['reconcile', '--ledger', ledger])).code).toBe(0);

    // Directly from the backup's rows, bypassing our own code.
    const copy = join(elsewhere, 'looked-at.db');
    copyFileSync(join(elsewhere, 'turnpike.db'), copy);
    const known = new Map(
      rowsOfFile(
        copy,
        `select o.order_id, t.transaction_id, r.transaction_key is not null as ended from payment_transaction t
       join payment_order o on o.key = t.order_key left join transaction_outcome r on r.transaction_key = t.key`,
      ).map((row) => [`${row.order_id}/${row.transaction_id}`, row.ended === 1]),
    );
    const nameOf = ({ order, transaction }: { order: string; transaction: string }) => `${order}/${transaction}`;
    const lacking = entries.filter((entry) => !known.has(nameOf(entry)));
    const underWay = entries.filter((entry) => known.get(nameOf(entry)) === false);
    expect(lacking.length).toBeGreaterThan(ORDERS_AFTER);
    expect(known.size).toBeGreaterThan(ORDERS_BEFORE);

    const { code, out } = await turnpike(elsewhere, ['reconcile', '--ledger', ledger]);
    const lines = out.trimEnd().split('\n');
    const found = (kind: string) =>
      lines.filter((line) => line.startsWith(`${kind}\t`)).map((line) => line.split('\t')[4]);
    expect(found('ONLY_AT_ACQUIRER').sort()).toEqual(lacking.map(({ reference }) => reference).sort());
    expect(found('STATE_DIFFERS').sort()).toEqual(underWay.map(({ reference }) => reference).sort());
    expect(lines).toHaveLength(lacking.length + underWay.length + 1);
    expect(code).toBe(1);

    // New transactions must not reuse a name that the acquirer has seen since the backup.
    const used = await rig.rows('select max(key) as key from payment_transaction');
    const next = async () => {
      const store = await openStore(`sqlite:${join(elsewhere, 'turnpike.db')}`, { owner: false });
      const key = store.orders.newKey();
      await store.close();
      return key;
    };
    // A copy needs the keys of its time.
    expect((await turnpike(elsewhere, ['restored'])).err).toContain('TURNPIKE_KEYS');
    cpSync(join(rig.folder, 'keys'), join(elsewhere, 'keys'), { recursive: true });
    const before = await next();
    expect((await turnpike(elsewhere, ['restored'])).code).toBe(0);
    const after = await next();
    expect(after - before).toBeGreaterThan(1e9);
    expect(after).toBeGreaterThan(Number(used[0]?.key) + 1e8);
    process.stdout.write(
      `F18 on sqlite: backup under load of ${CLIENTS} clients, ${entries.length} movements at the acquirer, ` +
        `${lacking.length} after the backup, ${found('ONLY_AT_ACQUIRER').length} listed, ` +
        `${underWay.length} under way at it, ${lines.length - 1 - lacking.length - underWay.length} invented\n`,
    );
  },
  3 * LOAD_MS_MAX,
);
