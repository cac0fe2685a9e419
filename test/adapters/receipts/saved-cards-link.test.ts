/** The link to the payer's saved cards in a receipt's mail: the whole gateway, a real mail server. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { DAY_MS } from '../../../src/contract/durations.ts';
import { GOOD, hands } from '../../checkout/hands.ts';
import { EMAIL, type MailedShop, mailedShop, waiting } from './mailed-shop.ts';

const CUSTOMER = { id: 'ada', email: EMAIL };
const LINK = {
  checkoutMode: 'PAYMENT_LINK',
  paymentLink: { expiryDateTime: new Date(Date.now() + DAY_MS).toISOString() },
};

let shop: MailedShop;
beforeAll(async () => {
  shop = await mailedShop();
  await shop.rig.merchant({ id: 'TESTSHOP', name: 'Example Shop', receipts: { mail: true }, savedCards: {} });
  await shop.rig.restart();
});
afterAll(() => shop.close());

const { checkout, submit } = hands(() => shop.rig);

async function mailAfter(more: object, fields: Record<string, string>): Promise<string> {
  shop.mailbox.forget();
  await submit((await checkout({ customer: CUSTOMER, ...more })).id, fields);
  await vi.waitUntil(() => shop.mailbox.mails.length === 1, waiting);
  return shop.mailbox.mails[0]?.text ?? '';
}

it('is in the mail of a payer whom the shop names, and not in that of the holder of a payment link', async () => {
  expect(await mailAfter({}, { ...GOOD, saveCard: 'on' })).toContain('/checkout/cards/');
  const ofHolder = await mailAfter(LINK, GOOD);
  expect(ofHolder).toContain('Receipt number');
  expect(ofHolder).not.toContain('/checkout/cards/');
});
