/** The receipt's mail leads a payer with saved cards to the page that deletes them. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { cardForm, hands, wordsOf } from '../../checkout/hands.ts';
import { EMAIL, type MailedShop, mailedShop, waiting } from './mailed-shop.ts';

let shop: MailedShop;
beforeAll(async () => {
  shop = await mailedShop();
  await shop.rig.merchant({ id: 'TESTSHOP', name: 'Shop', receipts: { mail: true }, savedCards: {} });
  // A running gateway caches a profile for a second.
  await shop.rig.restart();
});
afterAll(() => shop.close());

const { browse, checkout, post, submit } = hands(() => shop.rig);
const LINK = /http:\/\/localhost:8080(\/checkout\/cards\/\S+)/;

/** Pays once. @returns the text of the mail */
async function mailTo(id: string, saveCard: Record<string, string>): Promise<string> {
  const made = await checkout({ customer: { id, email: EMAIL } });
  await submit(made.id, { ...cardForm('01/39'), ...saveCard });
  await vi.waitUntil(() => shop.mailbox.mails.length > 0, waiting);
  return (await shop.onlyMail()).lines.join('\n');
}

it('a payer who saved the card gets the link, which shows and deletes it; one who did not gets none', async () => {
  expect(await mailTo('bob', {})).not.toMatch(LINK);
  const text = await mailTo('ada', { saveCard: 'on' });
  expect(text).toContain('See or delete saved cards');
  const [, path = ''] = LINK.exec(text) ?? [];
  const page = await browse(path);
  expect(wordsOf(page)).toContain('Mastercard •••• 0008');
  expect(page.text).not.toMatch(new RegExp(`${EMAIL}|"ada"`));
  await post(path, { card: /name="card" value="(\d+)"/.exec(page.text)?.[1] ?? '' });
  expect(wordsOf(await browse(path))).toContain('You have no saved cards at Shop');
});
