/**
 * The merchant gives money back or ends a reservation, and the payer is mailed: the whole gateway, a real mail server.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../../src/contract/durations.ts';
import { newOrderId } from '../../api/rest/rig.ts';
import { EMAIL, euros, type MailedShop, mailedShop, target, waiting } from './mailed-shop.ts';

let shop: MailedShop;
beforeAll(async () => {
  shop = await mailedShop();
});
afterEach(() => {
  shop.mailbox.misbehave({ mode: 'NONE', count: null });
  shop.mailbox.forget();
});
afterAll(() => shop.close());

describe('a refund', () => {
  it('is mailed once for each part, with the sums of the order and the time that it takes', async () => {
    const order = await shop.paid();
    await shop.does(order, 'r1', 'REFUND', euros('4.00'));
    const first = await shop.onlyMail();
    expect(first.subject).toBe('Your refund from Example Shop');
    expect(first.lines).toEqual(
      expect.arrayContaining([
        'Example Shop has refunded €4.00',
        'You had paid €10.00. The refund may take a few days to show on your account.',
        'Amount paid: €10.00',
        'Amount refunded: €4.00',
      ]),
    );
    await shop.does(order, 'r2', 'REFUND', euros('6.00'));
    const second = await shop.onlyMail();
    expect(second.lines).toEqual(expect.arrayContaining(['Amount paid: €10.00', 'Amount refunded: €10.00']));
    const { json } = await shop.rig.api('GET', `/order/${order}`);
    expect([json.totalCapturedAmount, json.totalRefundedAmount]).toEqual([10, 10]);
  });

  it('that is repeated with the same ids is not mailed again', async () => {
    const order = await shop.paid();
    await shop.does(order, 'r1', 'REFUND', euros('4.00'));
    await shop.onlyMail();
    await shop.does(order, 'r1', 'REFUND', euros('4.00'));
    expect(await shop.mails()).toEqual([]);
  });

  it('that fails is not mailed', async () => {
    const order = await shop.paid();
    const { json } = await shop.rig.api('PUT', `/order/${order}/transaction/r1`, {
      apiOperation: 'REFUND',
      transaction: { amount: '4.00', currency: 'EUR', reference: '.FAIL_DECLINED' },
    });
    expect(json.result).toBe('FAILURE');
    expect(await shop.mails()).toEqual([]);
  });

  it('is mailed again after a lost reply, under the same Message-ID, which is not that of the receipt', async () => {
    const order = await shop.paid();
    shop.mailbox.misbehave({ mode: 'LOST_ACK', count: 1 });
    await shop.does(order, 'r1', 'REFUND', euros('4.00'));
    await vi.waitUntil(async () => {
      shop.rig.later(MINUTE_MS);
      return shop.mailbox.mails.length === 2;
    }, waiting);
    const ids = (await shop.mails()).map(({ headers }) => new Map(headers).get('Message-ID'));
    expect(ids[1]).toBe(ids[0]);
  });

  it('that is cancelled is mailed as a change', async () => {
    const order = await shop.paid();
    await shop.does(order, 'r1', 'REFUND', euros('4.00'));
    await shop.onlyMail();
    await shop.does(order, 'v1', 'VOID', target('r1'));
    const { subject, lines } = await shop.onlyMail();
    expect(subject).toBe('Your payment to Example Shop has changed');
    expect(lines).toContain('Amount paid: €10.00');
    expect(lines.find((line) => line.startsWith('Amount refunded'))).toBeUndefined();
    expect(lines.find((line) => line.startsWith('Refund of €4.00 cancelled: '))).toBeDefined();
  });

  it('is not mailed without an address, nor of a payment by REST', async () => {
    const without = await shop.paid('PURCHASE', { customer: {} });
    await shop.does(without, 'r1', 'REFUND', euros('4.00'));
    const order = newOrderId();
    const card = { number: '5123450000000008', expiry: { month: '01', year: '39' } };
    await shop.does(order, '1', 'PAY', {
      order: { amount: '5.00', currency: 'EUR' },
      customer: { email: EMAIL },
      sourceOfFunds: { type: 'CARD', provided: { card } },
    });
    await shop.does(order, 'r1', 'REFUND', euros('5.00'));
    expect(await shop.mails()).toEqual([]);
  });
});

describe('a void', () => {
  it('of a reservation is mailed: the amount has been released', async () => {
    const order = await shop.paid('AUTHORIZE');
    await shop.does(order, 'v1', 'VOID', target('1'));
    const { subject, lines } = await shop.onlyMail();
    expect(subject).toBe('Your payment to Example Shop has changed');
    expect(lines).toEqual(
      expect.arrayContaining(['Example Shop has cancelled this payment', 'Amount cancelled: €10.00']),
    );
    expect(lines).toContain('The €10.00 has been released. It may take a few days to show on your account.');
  });

  it('of a payment is mailed', async () => {
    const order = await shop.paid();
    await shop.does(order, 'v1', 'VOID', target('1'));
    expect((await shop.onlyMail()).lines).toContain('Amount cancelled: €10.00');
  });
});

it('a capture of a reservation is not mailed, and its refund is', async () => {
  const order = await shop.paid('AUTHORIZE');
  await shop.does(order, 'c1', 'CAPTURE', euros('7.00'));
  expect(await shop.mails()).toEqual([]);
  await shop.does(order, 'r1', 'REFUND', euros('2.00'));
  expect((await shop.onlyMail()).lines).toEqual(
    expect.arrayContaining(['Amount paid: €7.00', 'Amount reserved: €3.00', 'Amount refunded: €2.00']),
  );
});

it('a merchant that no longer wants mails to payers causes none', async () => {
  const order = await shop.paid();
  shop.mailbox.misbehave({ mode: '450', count: null });
  await shop.does(order, 'r1', 'REFUND', euros('4.00'));
  await shop.rig.merchant({ id: 'TESTSHOP', name: 'Example Shop', receipts: { mail: false } });
  await shop.rig.restart();
  shop.mailbox.misbehave({ mode: 'NONE', count: null });
  shop.rig.later(10 * MINUTE_MS);
  expect(await shop.mails()).toEqual([]);
});
