/** The way home of a payer in Firefox. */
import type { FirefoxPage } from '../support/firefox-page.ts';

/**
 * From a page that says that all is done. Where the bank's answer comes between two of its redirects, the page says
 * that it was done before, and its link has another name.
 */
export async function comeHome(page: FirefoxPage, shop: string): Promise<void> {
  await page.press('link', [`Continue to ${shop}`, `Return to ${shop}`]);
  await page.see('heading', 'Back at the shop');
}
