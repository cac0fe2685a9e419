/** Data that outlives the sandbox's process: ledgers, answers to repeats, due decisions, and queued callbacks. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import {
  approved,
  becomes,
  entriesOf,
  movementOn,
  paymentFor,
  providersWith,
  rigWith,
  startPayment,
  stateOf,
  temporaryFolder,
  visit,
} from './rig.ts';

const fileIn = (folder: string) => join(folder, 'provider-demoWallet.db');

function changed(folder: string, sql: string): void {
  const database = new Database(fileIn(folder));
  database.exec(sql);
  database.close();
}

function callbacksIn(folder: string): unknown[] {
  const database = new Database(fileIn(folder), { readonly: true });
  const rows = database.prepare('SELECT tries, due_at FROM callback ORDER BY id').all();
  database.close();
  return rows;
}

it('each provider has a ledger of its own, which only its owner can read', async () => {
  const folder = temporaryFolder();
  const { sandbox } = await providersWith({ folder });
  await sandbox.close();
  expect(readdirSync(folder).sort()).toEqual(['provider-demoBank.db', 'provider-demoWallet.db']);
  for (const file of readdirSync(folder)) {
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  }
});

it('payments and movements survive a restart, and their repeats are answered as before', async () => {
  const folder = temporaryFolder();
  const { sandbox, wallet, gateway } = await rigWith({ folder });
  const payment = { ...(await approved(wallet, gateway)), orderReference: 'TEST-SUCCEED' };
  const refund = movementOn(payment, { amount: 100n });
  const answered = await wallet.move(refund);
  const open = paymentFor(gateway);
  const before = await wallet.create(open);
  const ledger = sandbox.ledger('demoWallet');
  await sandbox.close();
  const again = await providersWith({ folder });
  expect(again.sandbox.ledger('demoWallet')).toEqual(ledger);
  expect(await again.wallet.move(refund)).toEqual(answered);
  expect(await stateOf(again.wallet, payment)).toBe('DECIDED APPROVED');
  const after = await again.wallet.create(open);
  const pathOf = (outcome: typeof after) => (outcome.status === 'CREATED' ? new URL(outcome.pageUrl).pathname : '');
  expect(pathOf(after)).toBe(pathOf(before));
  expect(after).toMatchObject({ pageUrl: expect.stringContaining(`:${again.sandbox.port}/`) });
});

it('a queued callback is sent after the restart', async () => {
  const folder = temporaryFolder();
  const { sandbox, wallet, gateway } = await rigWith({ folder });
  gateway.status = 0;
  const { reference } = await approved(wallet, gateway);
  await becomes(() => gateway.calledBack(), [reference]);
  await sandbox.close();
  gateway.status = 204;
  await providersWith({ folder });
  await becomes(() => gateway.calledBack(), [reference, reference]);
});

it('a callback that had to wait is sent after the restart, and an acknowledged one is not sent again', async () => {
  const folder = temporaryFolder();
  const { sandbox, wallet, gateway } = await rigWith({ folder });
  const first = await approved(wallet, gateway);
  await becomes(() => gateway.calledBack(), [first.reference]);
  sandbox.setFaults('demoWallet', { mode: 'TWICE', delayMs: 600_000 });
  const second = await approved(wallet, gateway);
  await sandbox.close();
  changed(folder, `UPDATE callback SET due_at = 0 WHERE due_at IS NOT NULL`);
  const again = await providersWith({ folder });
  await becomes(() => gateway.calledBack(), [first.reference, second.reference]);
  const marker = await approved(again.wallet, gateway);
  await becomes(() => gateway.calledBack(), [first.reference, second.reference, marker.reference]);
});

it('a callback is abandoned after twelve tries, and a restart does not resume it', async () => {
  const folder = temporaryFolder();
  const { sandbox, wallet, gateway } = await rigWith({ folder });
  gateway.status = 0;
  const { reference } = await approved(wallet, gateway);
  await becomes(() => gateway.calledBack(), [reference]);
  await sandbox.close();
  gateway.status = 503;
  changed(folder, `UPDATE callback SET tries = 11, due_at = 0`);
  const again = await providersWith({ folder });
  await becomes(() => callbacksIn(folder), [{ tries: 12, due_at: null }]);
  await again.sandbox.close();
  const { wallet: third } = await providersWith({ folder });
  const marker = await approved(third, gateway);
  await becomes(() => new Set(gateway.calledBack().slice(2)).size, 1);
  expect(gateway.calledBack().slice(0, 3)).toEqual([reference, reference, marker.reference]);
});

it('a callback that the stop cut off is queued again, without counting the attempt', async () => {
  const folder = temporaryFolder();
  const { sandbox, wallet, gateway } = await rigWith({ folder });
  gateway.status = 0;
  await approved(wallet, gateway);
  await becomes(() => gateway.callbacks.length, 1);
  await sandbox.close();
  expect(callbacksIn(folder)).toEqual([{ tries: 0, due_at: expect.any(Number) }]);
});

it('a decision that came due while the sandbox was stopped is made after its start', async () => {
  const folder = temporaryFolder();
  const { sandbox, wallet, gateway } = await rigWith({ folder });
  const payment = paymentFor(gateway, { orderReference: 'TEST-SUCCESS-INIT' });
  await startPayment(wallet, payment);
  await sandbox.close();
  changed(folder, `UPDATE step SET due_at = 0`);
  const again = await providersWith({ folder });
  await becomes(() => gateway.calledBack(), [payment.reference]);
  expect(entriesOf(again)).toEqual(['PAYMENT 12.00 APPROVED']);
});

it('a payer who was on the page continues there after the restart', async () => {
  const folder = temporaryFolder();
  const { sandbox, wallet, gateway } = await rigWith({ folder });
  const payment = paymentFor(gateway);
  const { pathname } = new URL(await startPayment(wallet, payment));
  await sandbox.close();
  const again = await providersWith({ folder });
  const shown = await visit(`${again.sandbox.origin}${pathname}`, { choice: 'APPROVE' });
  expect(shown).toMatchObject({ status: 303, location: payment.returnUrl });
});

it('the file of a later version is not changed', async () => {
  const folder = temporaryFolder();
  await (await providersWith({ folder })).sandbox.close();
  changed(folder, 'PRAGMA user_version = 99');
  await expect(providersWith({ folder })).rejects.toThrow(/Demo Wallet was written by a later version/);
});
