import { expect, it } from 'vitest';
import { AT_LENGTH } from '../../support/at-length.ts';
import { donePage, payPage, unpayablePage } from './fixtures.ts';
import { atProviderPage, holdingPage, statusOf } from './payment-timelines.ts';
import { PAY_ADDRESS, useVisitor } from './rig.ts';
import { patience } from './visitor.ts';

const rig = useVisitor({ javaScriptEnabled: false });

it('a card is posted under the same names', async () => {
  const { page } = rig.visitor;
  rig.preview.show(payPage());
  await page.goto(rig.preview.origin + PAY_ADDRESS);
  await page.getByLabel('Card number', { exact: true }).fill('5123 4500 0000 0008');
  await page.getByLabel('Expiry date').fill('01/39');
  await page.getByLabel('Security code').fill('100');
  await page.getByRole('button', { name: 'Pay €57.20', exact: true }).click();
  await expect.poll(() => rig.preview.posts.length, patience).toBe(1);
  const { method, number, expiry, securityCode, attempt } = Object.fromEntries(rig.preview.posts[0]?.body ?? []);
  expect([method, number, expiry, securityCode, attempt]).toEqual(['card', '5123 4500 0000 0008', '01/39', '100', '1']);
});

it('the gift card is one press away, and opening it closes the card', async () => {
  const { page } = rig.visitor;
  rig.preview.show(payPage());
  await page.goto(rig.preview.origin + PAY_ADDRESS);
  await page.getByText('Gift card', { exact: true }).click();
  expect(await page.locator('#card-number').isVisible()).toBe(false);
  await page.getByLabel('Gift card number').fill('6006123456789012');
  await page.getByRole('button', { name: 'Pay €57.20', exact: true }).click();
  await expect.poll(() => rig.preview.posts.length, patience).toBe(1);
  expect(rig.preview.posts[0]?.body.get('method')).toBe('giftCard');
});

it('the browser’s own checks hold back an empty form', async () => {
  const { page } = rig.visitor;
  rig.preview.show(payPage());
  await page.goto(rig.preview.origin + PAY_ADDRESS);
  await page.getByRole('button', { name: 'Pay €57.20', exact: true }).click();
  await page.locator('#card-number:focus').waitFor();
  expect(rig.preview.posts).toEqual([]);
});

it('an error of the server is shown beside its field, which has the focus, and values that are not secret stay', async () => {
  const { page } = rig.visitor;
  rig.preview.show(payPage({ errors: { expiry: 'expired' }, kept: { expiry: '01/20', nameOnCard: 'Ada Byrne' } }));
  await page.goto(rig.preview.origin + PAY_ADDRESS);
  expect(await page.locator('#card-expiry').inputValue()).toBe('01/20');
  expect(await page.locator('#card-nameOnCard').inputValue()).toBe('Ada Byrne');
  expect(await page.locator('#card-expiry').getAttribute('aria-invalid')).toBe('true');
  expect(await page.locator('#card-expiry-error').textContent()).toBe('This card has expired. Use another one.');
  await page.locator('#card-expiry:focus').waitFor();
  expect(await page.locator('#card .notice').count()).toBe(0);
});

it('several errors of the server have a summary, which has the focus', async () => {
  const { page } = rig.visitor;
  rig.preview.show(payPage({ errors: { number: 'invalid', expiry: 'expired' } }));
  await page.goto(rig.preview.origin + PAY_ADDRESS);
  await page.locator('.notice:focus').waitFor();
  expect(await page.locator('#card .notice li').count()).toBe(2);
});

it('a notice has the focus when nothing else is wrong', AT_LENGTH, async () => {
  const { page } = rig.visitor;
  rig.preview.show(payPage({ notice: { kind: 'again' } }));
  await page.goto(rig.preview.origin + PAY_ADDRESS);
  await page.locator('.notice:focus').waitFor();
});

it('only a page that reloads by itself announces that', AT_LENGTH, async () => {
  const { page } = rig.visitor;
  for (const poll of [{ address: PAY_ADDRESS, seconds: 10 }, undefined]) {
    rig.preview.show(unpayablePage('pending', { ...(poll && { poll }) }));
    await page.goto(rig.preview.origin + PAY_ADDRESS);
    expect(await page.getByText('This page updates by itself.').count()).toBe(poll === undefined ? 0 : 1);
  }
});

it('a notice has no focus ring, since it cannot be operated', AT_LENGTH, async () => {
  const { page } = rig.visitor;
  rig.preview.show(payPage({ notice: { kind: 'again' } }));
  await page.goto(rig.preview.origin + PAY_ADDRESS);
  const ring = page.locator('.notice:focus').evaluate((notice) => getComputedStyle(notice).outlineStyle);
  expect(await ring).toBe('none');
});

it('a receipt is complete, with the time in UTC and without a button that could not print', AT_LENGTH, async () => {
  const { page } = rig.visitor;
  rig.preview.show(donePage('receipt'));
  await page.goto(rig.preview.origin + PAY_ADDRESS);
  expect(await page.locator('time').textContent()).toBe('November 21, 2026 at 2:05 PM UTC');
  expect(await page.locator('.receipt').textContent()).toContain('Mastercard ending in 0008');
  expect(await page.locator('[data-print]').isVisible()).toBe(false);
});

it('the interstitial leads to the shop by a visible link', AT_LENGTH, async () => {
  const { page } = rig.visitor;
  rig.preview.show(donePage('paid'));
  await page.goto(rig.preview.origin + PAY_ADDRESS);
  const link = page.getByRole('link', { name: 'Continue to Harbour Lane Books' });
  expect(await link.getAttribute('href')).toBe('https://harbourlane.example/thanks?order=42&resultIndicator=c0ffee');
  expect(await page.locator('main').textContent()).toContain('You paid €57.20 to Harbour Lane Books');
});

it('a provider is an entry of the list, after card fields that were left empty', AT_LENGTH, async () => {
  const { page } = rig.visitor;
  rig.preview.show(payPage());
  await page.goto(rig.preview.origin + PAY_ADDRESS);
  await page.getByText('Demo Bank', { exact: true }).click();
  await page.getByRole('button', { name: 'Pay €57.20 with Demo Bank' }).click();
  await expect.poll(() => rig.preview.posts.length, patience).toBe(1);
  const { method, attempt, csrf } = Object.fromEntries(rig.preview.posts[0]?.body ?? []);
  expect([method, attempt, csrf]).toEqual(['demoBank', '1', 'token-of-the-form']);
});

it('a payer who returns from a provider can choose another payment method', AT_LENGTH, async () => {
  const { page } = rig.visitor;
  rig.preview.show(atProviderPage('atProvider'));
  await page.goto(rig.preview.origin + PAY_ADDRESS);
  await page.getByRole('button', { name: 'Pay another way' }).click();
  await expect.poll(() => rig.preview.posts.length, patience).toBe(1);
  expect(Object.fromEntries(rig.preview.posts[0]?.body ?? [])).toEqual({ csrf: 'token-of-the-form' });
});

it('the page that waits for a result has its whole text', AT_LENGTH, async () => {
  const { page } = rig.visitor;
  rig.preview.show(holdingPage());
  await page.goto(rig.preview.origin + PAY_ADDRESS);
  expect(await page.locator('main').textContent()).toMatch(
    /we’re checking with Demo Bank.*€57\.20.*Please don’t pay again yet\./s,
  );
});

it('a status page that may still change reloads by itself, and its times are in UTC', async () => {
  const { page } = rig.visitor;
  rig.preview.show(statusOf('waiting'));
  const before = rig.preview.documents;
  await page.goto(rig.preview.origin + PAY_ADDRESS);
  expect(await page.locator('.steps time').first().textContent()).toBe('November 21, 2026 at 2:05 PM UTC');
  rig.preview.show(statusOf('paid'));
  await page.getByRole('heading', { name: 'Paid: €57.20 to Harbour Lane Books' }).waitFor();
  expect(rig.preview.documents - before).toBe(2);
  expect(await page.locator('meta[http-equiv]').count()).toBe(0);
});
