/** `turnpike record`: the bundle of an order of card payments, without anything that was typed. */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readBundle } from '../../../src/cli/record/read-bundle.ts';
import { cardPayment, type RestOrder, restOrder } from '../../api/rest/operations/order.ts';
import { type Rig, startRig } from '../../api/rest/rig.ts';
import { turnpike } from '../turnpike.ts';

const MERCHANT = 'RECORDS';
/** Texts of a payer and a shop, in fields of the order. */
const TYPED = {
  number: '5123450000000008',
  name: 'Ada Lovelace',
  email: 'ada@engines.example',
  street: '12 St James Square',
  reference: 'Basket of Ada',
  transaction: 'ada-first-try',
};

let rig: Rig;
let folder: string;
let order: RestOrder;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-record-'));
  rig = await startRig();
  await rig.merchant({ id: MERCHANT, name: 'Records' });
  order = restOrder(rig, { merchant: MERCHANT });
  const [firstName, lastName] = TYPED.name.split(' ');
  const typed = cardPayment({
    order: { amount: '12.00', currency: 'EUR', reference: TYPED.reference },
    customer: { firstName, lastName, email: TYPED.email },
    billing: { address: { street: TYPED.street, city: 'London', country: 'GBR' } },
  });
  await order.done('AUTHORIZE', TYPED.transaction, typed);
  await order.done('CAPTURE', '2', { transaction: { amount: '7.00', currency: 'EUR' } });
  await order.done('REFUND', '3', { transaction: { amount: '2.00', currency: 'EUR' } });
  await order.done('VOID', '4', { transaction: { targetTransactionId: '3' } });
});
afterAll(async () => {
  await rig.close();
  rmSync(folder, { recursive: true, force: true });
});

const record = (...args: string[]) => turnpike(rig.folder, ['record', ...args], { DATABASE_URL: rig.databaseUrl });

it('writes the transactions with their answers, and places of the list in place of ids', async () => {
  const file = join(folder, 'bundle.json');
  expect(await record(order.id, '--merchant', MERCHANT, '--to', file)).toMatchObject({ code: 0, err: '' });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const { order: state, transactions } = readBundle(file);
  expect(state).toMatchObject({
    status: 'PARTIALLY_CAPTURED',
    authorized: '12.00',
    captured: '7.00',
    refunded: '0.00',
  });
  expect(transactions.map(({ type, amount, target, answer }) => [type, amount, target, answer?.gatewayCode])).toEqual([
    ['AUTHORIZATION', '12.00', undefined, 'APPROVED'],
    ['CAPTURE', '7.00', 1, 'APPROVED'],
    ['REFUND', '2.00', 2, 'APPROVED'],
    ['VOID_REFUND', '2.00', 3, 'APPROVED'],
  ]);
  expect(transactions[0]).toMatchObject({ at: 0, version: 100, instrument: { number: '512345xxxxxx0008' } });
});

it('prints the same bundle, and nothing in it was typed by a payer or a shop', async () => {
  const { out, code } = await record(order.id, '--merchant', MERCHANT);
  expect(code).toBe(0);
  const { digest } = JSON.parse(out) as { readonly digest: string };
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  for (const text of [...Object.values(TYPED), order.id, MERCHANT, 'Lovelace']) {
    expect(out.toLowerCase()).not.toContain(text.toLowerCase());
  }
  // As a word: the hexadecimal digest may have these three letters.
  expect(out).not.toMatch(/\bada\b/i);
  expect(readFileSync(join(folder, 'bundle.json'), 'utf8')).not.toContain(TYPED.number);
});

it('refuses an order or a merchant that does not exist, and a call without a merchant', async () => {
  expect(await record('none', '--merchant', MERCHANT)).toEqual({
    code: 2,
    out: '',
    err: `There is no order none of ${MERCHANT}.\n`,
  });
  expect(await record(order.id, '--merchant', 'NOBODY')).toMatchObject({
    code: 2,
    err: 'There is no merchant NOBODY.\n',
  });
  expect(await record(order.id)).toMatchObject({ code: 2, err: expect.stringContaining('turnpike record ORDER') });
});
