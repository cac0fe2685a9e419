/**
 * The merchant gives money back or ends a reservation, and the payer is mailed: the whole gateway, a real mail server.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../../src/contract/durations.ts';
import { type KeptMail, Mailbox } from '../../../src/sandbox/mail/mailbox.ts';
import { newOrderId, type Rig, startRig } from '../../api/rest/rig.ts';
import { cardForm, hands } from '../../checkout/hands.ts';

const EMAIL = 'payer@mail.example';
const waiting = { timeout: 50_000, interval: 20 };

const mailbox = new Mailbox();
let rig: Rig;

beforeAll(async () => {
  const port = await mailbox.listen('127.0.0.1', 0);
  rig = await startRig({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'receipts@pay.example' });
});
afterEach(() => {
  mailbox.misbehave({ mode: 'NONE', count: null });
  mailbox.forget();
});
afterAll(async () => {
  await rig.close();
  await mailbox.close();
});

const { checkout, submit } = hands(() => rig);

/** Waits until no mail is waiting, and returns those that were sent since. */
async function mails(): Promise<readonly KeptMail[]> {
  await vi.waitUntil(async () => (await rig.rows('select * from receipt_mail')).length === 0, waiting);
  return mailbox.mails;
}

/** An order of €10.00, paid on the hosted page; its receipt is mailed. */
async function paid(operation: 'AUTHORIZE' | 'PURCHASE' = 'PURCHASE', more: object = {}): Promise<string> {
  const { id, order } = await checkout({ customer: { email: EMAIL }, interaction: { operation }, ...more });
  await submit(id, cardForm('01/39'));
  expect(await mails()).toHaveLength('customer' in more ? 0 : 1);
  mailbox.forget();
  return order;
}

async function does(order: string, transaction: string, apiOperation: string, body: object): Promise<void> {
  const { json } = await rig.api('PUT', `/order/${order}/transaction/${transaction}`, { apiOperation, ...body });
  expect(json.result).toBe('SUCCESS');
}

const euros = (amount: string) => ({ transaction: { amount, currency: 'EUR' } });
const target = (targetTransactionId: string) => ({ transaction: { targetTransactionId } });

/** The lines of the only mail's plain text. */
async function onlyMail(): Promise<{ readonly subject: string | undefined; readonly lines: readonly string[] }> {
  const all = await mails();
  expect(all).toHaveLength(1);
  const [mail] = all;
  expect(mail?.recipients).toEqual([EMAIL]);
  mailbox.forget();
  return { subject: mail?.subject, lines: (mail?.text ?? '').split(/\r?\n/) };
}

describe('a refund', () => {
  it('is mailed once for each part, with the sums of the order and the time that it takes', async () => {
    const order = await paid();
    await does(order, 'r1', 'REFUND', euros('4.00'));
    const first = await onlyMail();
    expect(first.subject).toBe('Your refund from Example Shop');
    expect(first.lines).toEqual(
      expect.arrayContaining([
        'Example Shop has refunded €4.00',
        'You had paid €10.00. The refund may take a few days to show on your account.',
        'Amount paid: €10.00',
        'Amount refunded: €4.00',
      ]),
    );
    await does(order, 'r2', 'REFUND', euros('6.00'));
    const second = await onlyMail();
    expect(second.lines).toEqual(expect.arrayContaining(['Amount paid: €10.00', 'Amount refunded: €10.00']));
    const { json } = await rig.api('GET', `/order/${order}`);
    expect([json.totalCapturedAmount, json.totalRefundedAmount]).toEqual([10, 10]);
  });

  it('that is repeated with the same ids is not mailed again', async () => {
    const order = await paid();
    await does(order, 'r1', 'REFUND', euros('4.00'));
    await onlyMail();
    await does(order, 'r1', 'REFUND', euros('4.00'));
    expect(await mails()).toEqual([]);
  });

  it('that fails is not mailed', async () => {
    const order = await paid();
    const { json } = await rig.api('PUT', `/order/${order}/transaction/r1`, {
      apiOperation: 'REFUND',
      transaction: { amount: '4.00', currency: 'EUR', reference: '.FAIL_DECLINED' },
    });
    expect(json.result).toBe('FAILURE');
    expect(await mails()).toEqual([]);
  });

  it('is mailed again after a lost reply, under the same Message-ID, which is not that of the receipt', async () => {
    const order = await paid();
    mailbox.misbehave({ mode: 'LOST_ACK', count: 1 });
    await does(order, 'r1', 'REFUND', euros('4.00'));
    await vi.waitUntil(async () => {
      rig.later(MINUTE_MS);
      return mailbox.mails.length === 2;
    }, waiting);
    const ids = (await mails()).map(({ headers }) => new Map(headers).get('Message-ID'));
    expect(ids[1]).toBe(ids[0]);
  });

  it('that is cancelled is mailed as a change', async () => {
    const order = await paid();
    await does(order, 'r1', 'REFUND', euros('4.00'));
    await onlyMail();
    await does(order, 'v1', 'VOID', target('r1'));
    const { subject, lines } = await onlyMail();
    expect(subject).toBe('Your payment to Example Shop has changed');
    expect(lines).toContain('Amount paid: €10.00');
    expect(lines.find((line) => line.startsWith('Amount refunded'))).toBeUndefined();
    expect(lines.find((line) => line.startsWith('Refund of €4.00 cancelled: '))).toBeDefined();
  });

  it('is not mailed without an address, nor of a payment by REST', async () => {
    const without = await paid('PURCHASE', { customer: {} });
    await does(without, 'r1', 'REFUND', euros('4.00'));
    const order = newOrderId();
    const card = { number: '5123450000000008', expiry: { month: '01', year: '39' } };
    await does(order, '1', 'PAY', {
      order: { amount: '5.00', currency: 'EUR' },
      customer: { email: EMAIL },
      sourceOfFunds: { type: 'CARD', provided: { card } },
    });
    await does(order, 'r1', 'REFUND', euros('5.00'));
    expect(await mails()).toEqual([]);
  });
});

describe('a void', () => {
  it('of a reservation is mailed: the amount has been released', async () => {
    const order = await paid('AUTHORIZE');
    await does(order, 'v1', 'VOID', target('1'));
    const { subject, lines } = await onlyMail();
    expect(subject).toBe('Your payment to Example Shop has changed');
    expect(lines).toEqual(
      expect.arrayContaining(['Example Shop has cancelled this payment', 'Amount cancelled: €10.00']),
    );
    expect(lines).toContain('The €10.00 has been released. It may take a few days to show on your account.');
  });

  it('of a payment is mailed', async () => {
    const order = await paid();
    await does(order, 'v1', 'VOID', target('1'));
    expect((await onlyMail()).lines).toContain('Amount cancelled: €10.00');
  });
});

it('a capture of a reservation is not mailed, and its refund is', async () => {
  const order = await paid('AUTHORIZE');
  await does(order, 'c1', 'CAPTURE', euros('7.00'));
  expect(await mails()).toEqual([]);
  await does(order, 'r1', 'REFUND', euros('2.00'));
  expect((await onlyMail()).lines).toEqual(
    expect.arrayContaining(['Amount paid: €7.00', 'Amount reserved: €3.00', 'Amount refunded: €2.00']),
  );
});

it('a merchant that no longer wants mails to payers causes none', async () => {
  const order = await paid();
  mailbox.misbehave({ mode: '450', count: null });
  await does(order, 'r1', 'REFUND', euros('4.00'));
  await rig.merchant({ id: 'TESTSHOP', name: 'Example Shop', receipts: { mail: false } });
  await rig.restart();
  mailbox.misbehave({ mode: 'NONE', count: null });
  rig.later(10 * MINUTE_MS);
  expect(await mails()).toEqual([]);
});
