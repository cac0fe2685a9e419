/** A payer's actions on the pages of the PayPal simulator. */
import type { Page } from 'playwright';

export const PAYPAL_CARDS = {
  balance: 'Balance',
  bank: 'Bank account',
  declined: 'Mastercard ending in 0005',
  visa: 'Visa ending in 1881',
};

export async function payAtPayPal(page: Page, instrument: keyof typeof PAYPAL_CARDS): Promise<void> {
  await page.getByLabel(PAYPAL_CARDS[instrument]).check();
  await page.getByRole('button', { name: 'Pay now' }).click();
}
