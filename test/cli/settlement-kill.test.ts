/** An import killed in the middle and repeated with the same file stores each entry exactly once. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type RestOrder, startOrder } from '../api/rest/operations/order.ts';
import { type Rig, startRig } from '../api/rest/rig.ts';
import { AT_LENGTH } from '../support/at-length.ts';
import { turnpike } from './turnpike.ts';

const CLI = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const ORDERS = 10;
/** So many that a kill which comes a second late still interrupts it. */
const ENTRIES = 1_500;

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({}, 1, 'warn');
});
afterAll(() => rig.close());

const HEADER = 'id,kind,merchant,order,transaction,reference,gross,fee,net,currency,date,payout';

/** Each is a chargeback of a cent, with a fee of two. */
function fileOf(orders: readonly RestOrder[]): string {
  const lines = Array.from({ length: ENTRIES }, (_, index) => {
    const { id } = orders[index % ORDERS]!;
    return `E-${index},CHARGEBACK,TESTSHOP,${id},1,R-${index},-0.01,0.02,-0.03,EUR,2026-11-20,PO-1`;
  });
  const file = join(rig.folder, 'chargebacks.csv');
  writeFileSync(file, [HEADER, ...lines, ''].join('\n'));
  return file;
}

const count = async (table: string) => Number((await rig.rows(`select count(*) as n from ${table}`))[0]?.n);

it('a killed import is finished by the same file, and books each entry once', {
  timeout: 120_000,
  ...AT_LENGTH,
}, async () => {
  const orders = await Promise.all(Array.from({ length: ORDERS }, () => startOrder(rig, 'PAY')));
  const file = fileOf(orders);
  for (const after of [1, ENTRIES / 3]) {
    const child = spawn(process.execPath, [CLI, 'settlement', 'import', file], {
      env: { ...process.env, DATA_DIR: rig.folder, DATABASE_URL: rig.databaseUrl },
      stdio: 'ignore',
    });
    await vi.waitUntil(async () => (await count('settlement_entry')) >= after, { timeout: 60_000, interval: 1 });
    child.kill('SIGKILL');
    await once(child, 'exit');
    const stored = await count('settlement_entry');
    expect(stored).toBeGreaterThanOrEqual(after);
    expect(stored).toBeLessThan(ENTRIES);
    // Each entry with its two transactions, or none of them.
    expect(await count('payment_transaction')).toBe(ORDERS + 2 * stored);
    const report = await turnpike(rig.folder, ['settlement', 'report'], { DATABASE_URL: rig.databaseUrl });
    expect([report.code, report.out]).toEqual([1, expect.stringContaining('FILE_UNFINISHED')]);
  }
  const done = await turnpike(rig.folder, ['settlement', 'import', file], { DATABASE_URL: rig.databaseUrl });
  expect(done).toMatchObject({ code: 0, err: '' });
  expect(await count('settlement_entry')).toBe(ENTRIES);
  expect(await count('payment_transaction')).toBe(ORDERS + 2 * ENTRIES);
  for (const order of orders) {
    const { json } = await order.get();
    expect(json.chargeback).toEqual({ amount: ENTRIES / ORDERS / 100, currency: 'EUR' });
  }
});
