/** A reservation that the shop does not take ends by itself, and the payer is mailed. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { DAY_MS } from '../../../src/contract/durations.ts';
import { euros, type MailedShop, mailedShop, target, waiting } from './mailed-shop.ts';

let shop: MailedShop;
let ahead = 0;
beforeAll(async () => {
  shop = await mailedShop();
});
afterAll(() => shop.close());

const rows = () => shop.rig.rows('select * from reservation_mail');

/** Moves the clock by days, and waits until each row is gone or postponed: a claim counts as a try. */
async function days(count: number): Promise<void> {
  shop.rig.later(count * DAY_MS);
  ahead += count * DAY_MS;
  const isHandled = (row: { readonly [column: string]: unknown }) =>
    Number(row.tries) === 0 && Number(row.due_at) > Date.now() + ahead;
  await vi.waitUntil(async () => (await rows()).every(isHandled), waiting);
}

it('the end of a reservation is mailed once, when it has ended, and only of what was left', async () => {
  const { paid, does, mails, mailbox } = shop;
  await paid();
  const [captured, voided] = [await paid('AUTHORIZE'), await paid('AUTHORIZE')];
  const [whole, rest] = [await paid('AUTHORIZE'), await paid('AUTHORIZE')];
  await does(captured, 'f1', 'CAPTURE', euros('10.00'));
  await does(voided, 'f1', 'VOID', target('1'));
  await does(rest, 'f1', 'CAPTURE', euros('7.00'));
  await mails();
  mailbox.forget();
  expect(await rows()).toHaveLength(4);
  await days(2);
  expect(await rows()).toHaveLength(2);
  await days(4);
  expect(mailbox.mails).toEqual([]);
  await days(2);
  expect(await rows()).toEqual([]);
  expect(mailbox.mails.map(({ subject }) => subject)).toEqual(
    Array(2).fill('Your payment to Example Shop has changed'),
  );
  const ofOrder = (order: string) => mailbox.mails.find(({ text }) => text?.includes(order))?.text;
  expect(ofOrder(whole)).toContain('€10.00 is no longer reserved');
  expect(ofOrder(whole)).toContain('No longer reserved: €10.00');
  expect(ofOrder(rest)).toContain('Amount paid: €7.00');
  expect(ofOrder(rest)).toContain('No longer reserved: €3.00');
  const ids = mailbox.mails.map(({ headers }) => new Map(headers).get('Message-ID'));
  expect(new Set(ids).size).toBe(2);
  await days(8);
  expect(mailbox.mails).toHaveLength(2);
});
