/**
 * Processes that are killed while they archive: each transaction is whole in one place, and the next process continues.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import { DAY_MS } from '../../../src/contract/durations.ts';
import { opened } from '../../adapters/store/rig.ts';
import { ended, storeIntent } from '../../adapters/store/stored-transactions.ts';
import { AT_LENGTH } from '../../support/at-length.ts';
import { newDatabase } from '../../support/database-place.ts';

const ORDERS = 600;
/** The kills: after so many more orders, and then at a moment of the step under way. */
const KILLS = [1, 60, 101, 170, 250, 330, 420, 510];

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));

it('an archive that is killed eight times loses no transaction, duplicates none, and leaves no copy behind', {
  timeout: 180_000,
  ...AT_LENGTH,
}, async () => {
  const place = await newDatabase();
  onTestFinished(() => place.remove());
  const store = await opened(place.url);
  const at = Date.now() - 100 * DAY_MS;
  const keys: number[] = [];
  for (let made = 0; made < ORDERS; made += 1) {
    const intent = await storeIntent(store, `O-${made}`, at, 'SHOP');
    await ended(store, intent, { gatewayCode: 'APPROVED' });
    keys.push(intent.order.key);
  }
  await store.merchants.put({ id: 'SHOP', name: 'Shop', retention: { archiveDays: 30 } }, Date.now());
  const read = () => Promise.all(keys.map((key) => store.orders.transactions(key)));
  const before = await read();
  await store.close();

  const count = async (from: string) => Number((await place.rows(`select count(*) as n from ${from}`))[0]?.n);
  const archived = () => count("payment_transaction where request like '@%'");
  const halves = `payment_transaction t join transaction_outcome r on r.transaction_key = t.key
    where (t.request like '@%' and r.outcome not like '@%') or (t.request not like '@%' and r.outcome like '@%')`;
  for (const [round, after] of [...KILLS, ORDERS].entries()) {
    const child = spawn(process.execPath, [pathOf('walking-process.ts')], {
      env: { ...process.env, DATABASE_URL: place.url },
      stdio: 'ignore',
    });
    await vi.waitUntil(async () => (await archived()) >= after, { timeout: 60_000, interval: 1 });
    // In the middle of the next step.
    await new Promise((resolve) => setTimeout(resolve, round * 37));
    child.kill('SIGKILL');
    await once(child, 'exit');
    // On a shared database the others notice by its heartbeats.
    await place.run('delete from gateway_process');
    expect(await count(halves)).toBe(0);
    // Markers and their records were committed together.
    expect(await count("archive_copy where state = 'ARCHIVED'")).toBe(await archived());
    expect(await count('payment_order where locked_by is not null')).toBe(0);
    const beside = await opened(place.url, { owner: false });
    const now = await Promise.all(keys.map((key) => beside.orders.transactions(key)));
    expect(now).toEqual(before);
    await beside.close();
  }
  expect(await archived()).toBe(ORDERS);

  const last = await opened(place.url);
  await last.archive.finish(Date.now() + DAY_MS);
  expect(await count("archive_copy where state <> 'ARCHIVED'")).toBe(0);
  const months = await last.archive.months();
  expect(months.reduce((sum, { transactions }) => sum + transactions, 0)).toBe(ORDERS);
});
