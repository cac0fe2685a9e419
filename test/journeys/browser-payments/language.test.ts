// @module-tag at-length
/** One language from the first page to the last: the checkout's, not the browser's. */
import type { Page } from 'playwright';
import { expect, it, vi } from 'vitest';
import { heading, stayBeforeTheShop } from '../form.ts';
import { useBrowserPaymentRig } from './rig.ts';

const rig = useBrowserPaymentRig();

/** The kind and the language of every gateway page that the payer saw, without duplicates. */
async function languagesOf(page: Page): Promise<Set<string>> {
  const seen = new Set<string>();
  page.on('console', (message) => {
    const [, shown] = /^shown: \/checkout\/(.*)$/.exec(message.text()) ?? [];
    if (shown !== undefined) {
      seen.add(shown);
    }
  });
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => {
      const kind = location.pathname.split('/').slice(0, 3).join('/');
      console.debug(`shown: ${kind} ${document.documentElement.lang}`);
    }),
  );
  return seen;
}

it.concurrent('the waiting and status pages of a payment at a provider are in the checkout’s language', async () => {
  const { page } = await rig.payer({ locale: 'en-GB' });
  const { url } = await rig.checkout({ locale: 'de' }, { reference: 'TEST-PENDING' });
  const seen = await languagesOf(page);
  await stayBeforeTheShop(page, rig.shop.origin);
  await page.goto(url);
  await heading(page, 'Harbour Lane Books bezahlen');
  await page.getByRole('button', { name: 'Demo Wallet' }).click();
  await heading(page, 'Einen Moment: Wir fragen bei Demo Wallet nach');
  await heading(page, 'Demo Wallet hat noch nicht geantwortet');
  await page.getByRole('link', { name: 'Stand dieser Zahlung' }).click();
  await page.getByRole('heading', { name: 'Schritte dieser Zahlung' }).waitFor();
  // The console messages of a page may arrive after the page is shown.
  await vi.waitUntil(() => seen.size >= 4, { timeout: 30_000 });
  expect([...seen].sort()).toEqual(['done de', 'pay de', 'return de', 'status de']);
});

it.concurrent('a pending card payment and its status page are in the checkout’s language', async () => {
  const { page } = await rig.payer({ locale: 'en-GB' });
  const { url } = await rig.checkout({ locale: 'pl' });
  await stayBeforeTheShop(page, rig.shop.origin);
  await page.goto(url);
  await page.locator('#card-number').fill('5123 4500 0000 0008');
  await page.locator('#card-expiry').fill('05/37');
  await page.locator('#card-securityCode').fill('100');
  await page.locator('#card-securityCode').press('Enter');
  await heading(page, 'Jeszcze to ustalamy');
  await page.getByRole('link', { name: 'Stan tej płatności' }).click();
  await page.getByRole('heading', { name: 'Jeszcze to ustalamy' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('pl');
});

it.concurrent('a payer’s own choice of language has priority, also on return from the provider and on the status page', async () => {
  const { page } = await rig.payer({ locale: 'en-GB' });
  const { url } = await rig.checkout({ locale: 'de' }, { reference: 'TEST-PENDING' });
  const seen = await languagesOf(page);
  await stayBeforeTheShop(page, rig.shop.origin);
  await page.goto(url);
  await page.locator('#card-nameOnCard').fill('Ada Byrne');
  await page.locator('summary', { hasText: 'Sprache: Deutsch' }).click();
  await page.getByRole('button', { name: 'Türkçe' }).click();
  await heading(page, 'Harbour Lane Books ödemesi');
  expect(await page.locator('#card-nameOnCard').inputValue()).toBe('Ada Byrne');
  await page.getByRole('button', { name: 'Demo Wallet' }).click();
  await heading(page, 'Demo Wallet henüz yanıt vermedi');
  await page.getByRole('link', { name: 'Bu ödemenin durumu' }).click();
  await page.getByRole('heading', { name: 'Bu ödemenin adımları' }).waitFor();
  await vi.waitUntil(() => seen.has('status tr'), { timeout: 30_000 });
  expect([...seen].filter((page) => !page.endsWith(' tr'))).toEqual(['pay de']);
  const elsewhere = await rig.payer({ locale: 'fr-FR' });
  await elsewhere.page.goto(page.url());
  expect(await elsewhere.page.locator('html').getAttribute('lang')).toBe('tr');
});
