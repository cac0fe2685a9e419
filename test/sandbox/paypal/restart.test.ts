/** Data that outlives the sandbox's process: the ledger, the answers to repeats, and queued webhooks. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { approved, captured, eventually, requestId, rigWith } from './rig.ts';

function ledgerFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-paypal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'provider-paypal.db');
}

it('orders and movements survive a restart, and a repeat is answered without an effect', async () => {
  const file = ledgerFile();
  const rig = await rigWith({ ledgerFile: file });
  const id = await approved(rig);
  const once = requestId();
  const taken = await rig.call('POST', `/v2/checkout/orders/${id}/capture`, {}, once);
  await rig.started.close();
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const again = await rigWith({ ledgerFile: file });
  const repeated = await again.call('POST', `/v2/checkout/orders/${id}/capture`, {}, once);
  expect([repeated.status, repeated.body.status]).toEqual([200, taken.body.status]);
  expect(again.started.paypal.ledger.captures.all()).toHaveLength(1);
});

it('a queued webhook is sent after the restart, by a certificate of the new process', async () => {
  const file = ledgerFile();
  const rig = await rigWith({ ledgerFile: file });
  rig.answerWith(503);
  await captured(rig);
  await eventually(() => expect(rig.received.length).toBeGreaterThan(0));
  await rig.started.close();

  const again = await rigWith({ ledgerFile: file });
  await eventually(() => expect(again.received.length).toBeGreaterThanOrEqual(3));
  const certificates = await fetch(`${again.received[0]?.headers['paypal-cert-url']}`);
  expect(certificates.status).toBe(200);
});

it('a pending movement is decided after the restart', async () => {
  const file = ledgerFile();
  const rig = await rigWith({ ledgerFile: file });
  const { id } = await captured(rig, undefined, { instrument: 'BANK' });
  await rig.started.close();

  const again = await rigWith({ ledgerFile: file });
  again.started.paypal.setAhead(30_000);
  expect((await again.call('GET', `/v2/payments/captures/${id}`)).body.status).toBe('COMPLETED');
});
