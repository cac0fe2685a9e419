/** `turnpike find`: a payment by the support code that its payer reads out. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { cardPayment, type RestOrder, restOrder } from '../api/rest/operations/order.ts';
import { type Rig, startRig } from '../api/rest/rig.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { turnpike } from './turnpike.ts';

const MERCHANT = 'FINDS';
const TIME = '\\S+Z';

let rig: Rig;
let receiver: Receiver;
let order: RestOrder;
let code: string;
beforeAll(async () => {
  [rig, receiver] = await Promise.all([startRig(), startReceiver()]);
  receiver.answer = (_, response) => void response.end();
  await rig.merchant({ id: MERCHANT, name: 'Finds' });
  order = restOrder(rig, { merchant: MERCHANT });
  const notificationUrl = `${receiver.origin}/hook`;
  await order.done('PAY', '1', cardPayment({ order: { amount: '12.00', currency: 'EUR', notificationUrl } }));
  await order.done('REFUND', '2', { transaction: { amount: '5.00', currency: 'EUR' } });
  await vi.waitFor(() => expect(receiver.notified).toHaveLength(2), { timeout: 30_000 });
  code = `${receiver.notified[0]?.headers['x-notification-support-code']}`;
});
afterAll(async () => {
  await rig.close();
  await receiver.close();
});

const find = (...typed: string[]) => turnpike(rig.folder, ['find', ...typed], { DATABASE_URL: rig.databaseUrl });

it('every notification of an order has the same code in its header', () => {
  expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  expect(receiver.notified.map(({ headers }) => headers['x-notification-support-code'])).toEqual([code, code]);
});

it('shows the order with its transactions, results, times and notifications, and no card data', async () => {
  const shown = () => find(code).then(({ out }) => out);
  await expect.poll(shown, { timeout: 30_000 }).toMatch(/DELIVERED(?:.|\n)*DELIVERED/);
  const lines = (await shown()).trimEnd().split('\n');
  const patterns = [
    `order\t${MERCHANT}\t${order.id}\tPARTIALLY_REFUNDED\t${TIME}`,
    `transaction\t1\tPAYMENT\t12.00 EUR\t\\w+\tSUCCESS\tAPPROVED\t${TIME}\t${TIME}`,
    `transaction\t2\tREFUND\t5.00 EUR\t\\w+\tSUCCESS\tAPPROVED\t${TIME}\t${TIME}`,
    `notification\tntf_\\d+\tDELIVERED\t${MERCHANT}\t${order.id}\t1\t1\t.*`,
    `notification\tntf_\\d+\tDELIVERED\t${MERCHANT}\t${order.id}\t2\t2\t.*`,
  ];
  expect(lines).toEqual(patterns.map((pattern) => expect.stringMatching(new RegExp(`^${pattern}$`))));
  expect(lines.join('')).not.toMatch(/\d{6}x+\d{4}|\d{13,19}(?!\d*Z)/);
});

it('reads a code in small letters, in two words and without its hyphen', async () => {
  const { out } = await find(code);
  for (const typed of [[code.toLowerCase()], code.split('-'), [code.replace('-', '')]]) {
    expect((await find(...typed)).out).toBe(out);
  }
});

it('says plainly which codes it does not find', async () => {
  expect(await find()).toMatchObject({ code: 2, err: 'turnpike find CODE\n' });
  expect(await find('hello')).toMatchObject({ code: 2, err: expect.stringMatching(/^A support code has eight /) });
  const unknown = code.startsWith('7') ? `8${code.slice(1)}` : `7${code.slice(1)}`;
  expect(await find(unknown)).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringMatching(/^No payment has the support code \w{8}\. /),
  });
});

it('leads from the code of a failed request to the log', async () => {
  const { error } = (await rig.api('GET', '/order/none', undefined, { merchant: MERCHANT })).json;
  expect(await find(error.supportCode)).toMatchObject({
    code: 2,
    err: `This is the code of a request, not of a payment. Search the gateway's log for "supportCode":"${error.supportCode}".\n`,
  });
  expect(rig.logged.join('')).toContain(`"supportCode":"${error.supportCode}"`);
});

it('no address of the gateway finds a payment by its code', async () => {
  for (const typed of [code, code.replace('-', ''), code.toLowerCase()]) {
    for (const path of [`/checkout/status/${typed}`, `/checkout/pay/${typed}`]) {
      const { status, text } = await rig.call('GET', path);
      expect([path, status]).toEqual([path, 404]);
      expect(text).not.toContain(order.id);
    }
  }
});
