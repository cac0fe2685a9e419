/** The payouts of the sandbox's acquirer: each movement once, with correct totals. */

import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addSettlementControl } from '../../../src/sandbox/acquirer/acquirer-control.ts';
import type { SettlingHost } from '../../../src/sandbox/acquirer/host.ts';
import { createSandboxApp } from '../../../src/sandbox/kit/http/http-app.ts';
import { amount, startOrder, target } from '../../api/rest/operations/order.ts';
import { type Rig, startRig } from '../../api/rest/rig.ts';

let rig: Rig;
let app: ReturnType<typeof createSandboxApp>;
beforeAll(async () => {
  rig = await startRig();
  app = createSandboxApp(pino({ level: 'silent' }));
  addSettlementControl(app, (rig.host as SettlingHost).settlement);
});
afterAll(async () => {
  await app.close();
  await rig.close();
});

async function call(method: 'GET' | 'POST', url: string, body?: object) {
  const reply = await app.inject({
    method,
    url,
    headers: { host: 'localhost' },
    ...(body && { payload: JSON.stringify(body) }),
  });
  const cells = reply.body.trimEnd().split('\r\n').slice(1);
  return {
    status: reply.statusCode,
    body: reply.body,
    lines: cells.map((line) => line.split(',')),
    headers: reply.headers,
  };
}

it('the host pays out payments, less refunds and fees, once', async () => {
  const paid = await startOrder(rig, 'PAY');
  const captured = await startOrder(rig, 'AUTHORIZE');
  await captured.done('CAPTURE', '2', amount('5.00'));
  await captured.done('REFUND', '3', amount('2.00'));
  const { lines, headers } = await call('POST', '/acquirer/settlement');
  expect(
    lines.map(([, kind, , order, transaction, , gross, fee, net]) => [kind, order, transaction, gross, fee, net]),
  ).toEqual([
    ['PAYMENT', paid.id, '1', '12.00', '0.41', '11.59'],
    ['PAYMENT', captured.id, '2', '5.00', '0.32', '4.68'],
    ['REFUND', captured.id, '3', '-2.00', '0.00', '-2.00'],
    ['PAYOUT', '', '', '14.27', '0.00', '14.27'],
  ]);
  expect(new Set(lines.map((cells) => cells.at(-1))).size).toBe(1);
  const again = await call('GET', `/acquirer/settlement/${headers['x-settlement-batch']}`);
  expect(again.lines).toEqual(lines);
  expect((await call('POST', '/acquirer/settlement')).lines).toEqual([]);
  const statement = await call('GET', `/acquirer/settlement/${headers['x-settlement-batch']}/statement`);
  expect(statement.body).toContain('<Amt Ccy="EUR">14.27</Amt><CdtDbtInd>CRDT</CdtDbtInd>');
});

it('the host deducts voids after a payout, and disputes', async () => {
  const voided = await startOrder(rig, 'PAY');
  const disputed = await startOrder(rig, 'PAY');
  await call('POST', '/acquirer/settlement');
  await voided.done('VOID', '2', target('1'));
  expect(
    (
      await call('POST', '/acquirer/disputes', {
        ...{ merchant: 'TESTSHOP', order: disputed.id, amount: '5.00' },
        ...{ reason: '13.1', respondBy: '2026-12-24' },
      })
    ).status,
  ).toBe(200);
  const { lines } = await call('POST', '/acquirer/settlement', { merchant: 'TESTSHOP' });
  expect(lines[1]?.slice(-2)).toEqual(['13.1', '2026-12-24']);
  expect(lines.map(([, kind, , order, , , gross, fee]) => [kind, order, gross, fee])).toEqual([
    ['REFUND', voided.id, '-12.00', '0.00'],
    ['CHARGEBACK', disputed.id, '-5.00', '15.00'],
    ['PAYOUT', '', '-32.00', '0.00'],
  ]);
  expect((await call('POST', '/acquirer/settlement')).lines).toEqual([]);
});

it.each<[string, object]>([
  ['an order that was not paid', { merchant: 'TESTSHOP', order: 'none' }],
  ['nobody', {}],
  ['a day that there is not', { merchant: 'TESTSHOP', order: 'none', respondBy: '2026-02-30' }],
  ['a kind that there is not', { merchant: 'TESTSHOP', order: 'none', kind: 'LOST' }],
])('the host has no dispute of %s', async (_what, body) => {
  expect((await call('POST', '/acquirer/disputes', body)).status).toBe(400);
});

it('the host has no batch that was not closed', async () => {
  expect((await call('GET', '/acquirer/settlement/999')).status).toBe(404);
  expect((await call('GET', '/acquirer/settlement/x/statement')).status).toBe(404);
});
