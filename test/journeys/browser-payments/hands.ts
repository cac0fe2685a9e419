/** Helpers for the payer's steps to a provider and at its page. */
import type { Page } from 'playwright';
import { press } from '../form.ts';

type Answer = 'Agree to' | 'Approve' | 'Cancel and go back' | 'Continue' | 'Decline' | 'Go back';

/** Presses the provider's button on the hosted page, and waits for the provider's page. */
export async function goTo(page: Page, provider: string): Promise<void> {
  await press(page, `with ${provider}`);
  await atProvider(page);
}

/**
 * Waits for the provider's page. It is another site: the gateway is addressed by host name, the provider by IP address.
 */
export async function atProvider(page: Page): Promise<void> {
  await page.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\/providers\//);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

export async function answer(page: Page, name: Answer): Promise<void> {
  await page.getByRole('button', { name }).click();
}

/** Approves at the provider, and leaves before its answer. @returns the return URL, not yet requested */
export async function approveAndLeave(page: Page): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  await page.route(page.url(), async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    await route.abort();
    resolve(response.headers().location ?? '');
  });
  await page.getByRole('button', { name: 'Approve' }).click({ noWaitAfter: true });
  const returnLink = await promise;
  await page.close();
  return returnLink;
}
