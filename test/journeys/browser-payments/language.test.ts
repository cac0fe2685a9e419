/** One language from the first page to the last: the checkout's, whatever the payer's browser speaks. */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { heading, stayBeforeTheShop } from '../form.ts';
import { answer, atProvider } from './hands.ts';
import { useBrowserPaymentRig } from './rig.ts';

const rig = useBrowserPaymentRig();

/** The language of every page of the gateway that the payer was shown, each once. */
function languagesOf(page: Page): Set<string> {
  const seen = new Set<string>();
  page.on('response', async (response) => {
    if (response.request().isNavigationRequest() && response.url().startsWith(rig.stack.origin)) {
      const html = await response.text().catch(() => '');
      for (const [, lang] of html.matchAll(/<html lang="([^"]*)"/g)) {
        seen.add(`${new URL(response.url()).pathname.split('/')[2]} ${lang}`);
      }
    }
  });
  return seen;
}

it.concurrent('leaving, waiting, the status and the end of a payment at a provider are in the checkout’s language', async () => {
  const { page } = await rig.payer({ locale: 'en-GB' });
  const { url } = await rig.checkout({ locale: 'de' });
  const seen = languagesOf(page);
  await stayBeforeTheShop(page, rig.shop.origin);
  await page.goto(url);
  await heading(page, 'Harbour Lane Books bezahlen');
  const leaving = page.waitForRequest(/\/redirect\//);
  await page.getByRole('button', { name: 'Demo Bank' }).click();
  const status = new URL((await leaving).url()).pathname.replace('/redirect/', '/checkout/status/');
  await atProvider(page);
  await answer(page, 'Approve');
  await heading(page, 'Zahlung abgeschlossen');
  await page.goto(rig.stack.origin + status);
  await page.getByRole('heading', { name: 'Schritte dieser Zahlung' }).waitFor();
  expect([...seen].map((one) => one.split(' ')[1])).toEqual([...seen].map(() => 'de'));
  expect([...seen].map((one) => one.split(' ')[0])).toEqual(expect.arrayContaining(['pay', 'return', 'status']));
});

it.concurrent('a pending card payment and its status page are too', async () => {
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
