/** Helpers for the payer's actions on the form. */
import type { Page } from 'playwright';

export const CARD_NUMBER = '5123 4500 0000 0008';
/** The sandbox's bank decides by the expiry. */
export const APPROVED = '01/39';
export const DECLINED = '05/39';

/** The button of a card's or gift card's form. A provider's button also names the provider. */
export const PAY = /^Pay (?!.* with )/;

/**
 * Waits for a payment under way: its answer replaces the page and all input. The browser does not wait by itself, since
 * the page's script sends the form.
 */
async function untilAnswered(page: Page): Promise<void> {
  await page.locator('button.busy').waitFor({ state: 'detached' });
}

export async function fillCard(page: Page, expiry = APPROVED): Promise<void> {
  await untilAnswered(page);
  await page.getByLabel('Card number', { exact: true }).fill(CARD_NUMBER);
  await page.getByLabel('Expiry date').fill(expiry);
  await page.getByLabel('Security code').fill('100');
}

export async function press(page: Page, name: RegExp | string = PAY): Promise<void> {
  await openEntry(page, name);
  await page.getByRole('button', { name }).click();
}

/** Opens the way to pay that has this button, unless it is open. */
export async function openEntry(page: Page, name: RegExp | string): Promise<void> {
  const button = page.getByRole('button', { name, includeHidden: true });
  await button.first().waitFor({ state: 'attached' });
  const closed = page.locator('details.method:not([open])').filter({ has: button }).first();
  if ((await page.getByRole('button', { name }).count()) === 0 && (await closed.count()) > 0) {
    await closed.locator('summary').click();
  }
}

/** Presses Pay without waiting for the answer, which may be seconds away or never come. */
export async function pressPayAndGoOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: PAY }).click({ noWaitAfter: true });
}

/**
 * Presses Pay and waits for the page that shows meanwhile: on a busy machine it may be gone before the click returns.
 */
export async function pressPayAndSee(page: Page, name: string): Promise<void> {
  await Promise.all([heading(page, name), pressPayAndGoOn(page)]);
}

export async function payByCard(page: Page, expiry = APPROVED): Promise<void> {
  await fillCard(page, expiry);
  await press(page);
}

export async function payByGiftCard(page: Page, number: string, pin: string): Promise<void> {
  await fillGiftCard(page, number, pin);
  await press(page);
}

export async function fillGiftCard(page: Page, number: string, pin: string): Promise<void> {
  await untilAnswered(page);
  const box = page.getByLabel('Gift card number');
  if (!(await box.isVisible())) {
    await page.getByText('Gift card', { exact: true }).click();
  }
  await box.fill(number);
  await page.getByLabel('PIN').fill(pin);
}

/** Waits for the page with this heading. */
export async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** Waits for the note above the form. @returns its text */
export async function notice(page: Page, title: string): Promise<string> {
  const note = page.locator('.notice').filter({ has: page.getByRole('heading', { name: title }) });
  await note.waitFor();
  return ((await note.textContent()) ?? '').replace(/\s+/g, ' ');
}

/**
 * Blocks the automatic redirect to the shop, so that the payer stays on the page while the test inspects it. For
 * journeys that end before the shop.
 */
export async function stayBeforeTheShop(page: Page, shopOrigin: string): Promise<void> {
  await page.context().route(`${shopOrigin}/**`, (route) => route.fulfill({ status: 204 }));
}

/**
 * Holds the redirect to the shop until the test has inspected the page.
 *
 * @returns releases it
 */
export async function waitBeforeTheShop(page: Page, shopOrigin: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.context().route(`${shopOrigin}/**`, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/**
 * Waits until the payer is back at the shop. It presses the link of a final page instead of waiting for the automatic
 * redirect.
 */
export async function comeHome(
  page: Page,
  { welcome = 'Back at the shop', timeout = 30_000 }: { welcome?: string; timeout?: number } = {},
): Promise<void> {
  const shop = page.getByRole('heading', { level: 1, name: welcome });
  const onward = page.locator('a[data-home]');
  await shop.or(onward).first().waitFor({ timeout });
  if (await onward.isVisible()) {
    // The page may redirect by itself meanwhile.
    await Promise.race([onward.click().catch(() => undefined), shop.waitFor()]);
  }
  await shop.waitFor();
}
