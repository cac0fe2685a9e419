/** The list of languages on every page: its look, and the form that its buttons send. */
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../src/web/text/index.ts';
import { AT_LENGTH } from '../../support/at-length.ts';
import { everyPage } from './every-page.ts';
import { donePage, payPage } from './fixtures.ts';
import { PAY_ADDRESS, useVisitor } from './rig.ts';
import { patience } from './visitor.ts';

const rig = useVisitor();
const language = (page: Page, name: string) => page.locator('.languages').getByRole('button', { name, exact: true });

async function typeCard(page: Page) {
  await page.locator('#card-number').fill('5123 4500 0000 0008');
  await page.locator('#card-expiry').fill('01/39');
  await page.locator('#card-securityCode').fill('100');
  await page.locator('#card-nameOnCard').fill('Ada Byrne');
}

async function sent() {
  await expect.poll(() => rig.preview.posts.length, patience).toBe(1);
  return Object.fromEntries(rig.preview.posts[0]?.body ?? []);
}

describe('on the payment page', () => {
  it('a press on a language sends the form’s values, except the card’s number and code', async () => {
    const page = await rig.open(payPage());
    await page.waitForFunction(() => document.querySelector<HTMLFormElement>('form#card')?.noValidate === true);
    await typeCard(page);
    await page.locator('summary', { hasText: 'Language: English' }).click();
    await language(page, 'Suomi').click();
    const { number, securityCode, ...kept } = await sent();
    expect([number, securityCode]).toEqual(['', '']);
    expect(kept).toMatchObject({ language: 'fi', method: 'card', expiry: '01/39', nameOnCard: 'Ada Byrne' });
  });

  it('an incomplete form can be sent by a press on a language, and is not validated', AT_LENGTH, async () => {
    const page = await rig.open(payPage());
    await page.waitForFunction(() => document.querySelector<HTMLFormElement>('form#card')?.noValidate === true);
    await page.locator('#card-number').fill('5123');
    await page.locator('.languages summary').click();
    await language(page, '日本語').click();
    expect(await sent()).toMatchObject({ language: 'ja', method: 'card', number: '' });
  });

  it('the open payment method stays open', AT_LENGTH, async () => {
    const page = await rig.open(payPage());
    await page.getByText('Gift card', { exact: true }).click();
    await page.locator('.languages summary').click();
    await language(page, 'Türkçe').click();
    expect(await sent()).toMatchObject({ language: 'tr', method: 'giftCard' });
  });

  it('Enter in a field pays, and chooses no language', async () => {
    const page = await rig.open(payPage());
    await page.waitForFunction(() => document.querySelector<HTMLFormElement>('form#card')?.noValidate === true);
    await typeCard(page);
    await page.locator('#card-nameOnCard').press('Enter');
    expect(await sent()).not.toHaveProperty('language');
  });
});

it('a press on a language requests the same page in that language on other pages', async () => {
  const page = await rig.open(donePage('receipt'));
  await page.locator('.languages summary').click();
  await language(page, 'Čeština').click();
  await page.waitForURL(`${rig.preview.origin}${PAY_ADDRESS}?language=cs`);
  expect(rig.preview.posts).toEqual([]);
});

it('the list of languages is on every page, with every language except its own, each by its own name and tag', async () => {
  for (const [name, model] of Object.entries(everyPage)) {
    rig.preview.show({ ...model, locale: 'pt-AO' });
    const html = await (await fetch(rig.preview.origin + PAY_ADDRESS)).text();
    const offered = [...html.matchAll(/<button[^>]* name="language" value="([^"]+)" lang="([^"]+)"/g)];
    expect(offered.map(([, value]) => value).sort(), name).toEqual(LANGUAGES.filter((tag) => tag !== 'pt-PT').sort());
    expect(offered.every(([, value, lang]) => value === lang)).toBe(true);
  }
});

describe('without script', () => {
  it('Enter in a field pays, and chooses no language', async () => {
    const { page } = await rig.ownVisitor({ javaScriptEnabled: false });
    rig.preview.show(payPage());
    await page.goto(rig.preview.origin + PAY_ADDRESS);
    await typeCard(page);
    await page.locator('#card-nameOnCard').press('Enter');
    const posted = await sent();
    expect(posted).toMatchObject({ method: 'card', securityCode: '100' });
    expect(posted).not.toHaveProperty('language');
  });

  it('the list opens in the head, where a press sends the form', async () => {
    const { page } = await rig.ownVisitor({ javaScriptEnabled: false });
    rig.preview.show(payPage());
    await page.goto(rig.preview.origin + PAY_ADDRESS);
    await page.locator('#card-nameOnCard').fill('Ada Byrne');
    await page.locator('summary', { hasText: 'Language: English' }).click();
    await language(page, 'עברית').click();
    expect(await sent()).toMatchObject({ language: 'he', method: 'card', nameOnCard: 'Ada Byrne' });
  });
});
