/** The page of the guide that merchants copy, unchanged. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeBlocks, docPage } from '../../docs-files/documentation.ts';
import { useRig } from '../../journeys/rig.ts';
import { openScriptShop, type ScriptShop } from '../script-shop.ts';
import { newSession, type, typeCard } from './form-page.ts';

const rig = useRig();
let shop: ScriptShop;
beforeAll(async () => {
  shop = await openScriptShop();
});
afterAll(() => shop.close());

it('the guide’s page stores a card, identifies it, and shows the fields to correct', async () => {
  const [html = ''] = codeBlocks(docPage('docs/guide/hosted-fields.md'), 'html');
  expect(html).toContain('https://pay.example/form/');
  const session = await newSession(rig);
  const page = html
    .replaceAll('https://pay.example', rig.stack.origin)
    .replaceAll('SESSION0000000000000000000000', session);
  const { page: tab, complaints } = await rig.payer();
  await tab.goto(shop.page(page));
  await typeCard(tab, { number: '5123450000000007' });
  await tab.getByRole('button', { name: 'Pay' }).click();
  await expect.poll(() => tab.locator('#number-error').textContent()).toBe('Check your card number.');
  await tab.frameLocator('#number + iframe').locator('#f').fill('');
  await type(tab, '#number', '5123450000000008');
  await tab.getByRole('button', { name: 'Pay' }).click();
  await expect.poll(() => tab.locator('#outcome').textContent()).toBe('MASTERCARD 512345xxxxxx0008');
  expect(complaints).toEqual([]);
});
