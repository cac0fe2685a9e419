/** Helpers for the payer's actions at the bank's page, and a tester's at the sandbox's directory servers. */
import type { FrameLocator, Page } from 'playwright';
import type { Stack } from '../../support/stack.ts';

/** The sandbox's ACS decides by the expiry; the sandbox's acquirer approves every date of this year. */
export const FRICTIONLESS = '01/40';
export const UNAVAILABLE = '04/40';
export const REJECTED = '05/40';
export const CODE = '07/40';
export const OUT_OF_BAND = '10/40';

/** The sandbox's acquirer answers with a soft decline (SCA required). */
export const SOFTLY_DECLINED = '11/38';

/** TESTSHOP's registration at the sandbox's directory servers: the minimum of a profile's payer authentication. */
export const REQUESTOR = {
  requestorId: 'TESTSHOP',
  requestorName: 'Example Shop',
  requestorUrl: 'https://shop.example',
  acquirerBin: '400551',
  acquirerMerchantId: 'TESTSHOP',
  categoryCode: '5999',
  country: 'DEU',
};

export const ASKED = 'Your bank asks you to confirm';

type Place = FrameLocator | Page;

/** The bank's page: in a frame with script, otherwise the whole page after the payer's press. */
export async function atBank(page: Page, isFramed: boolean): Promise<Place> {
  await page.getByRole('heading', { level: 1, name: ASKED }).waitFor();
  if (isFramed) {
    const frame = page.frameLocator('iframe[title="Your bank’s page"]');
    await frame.getByRole('heading', { name: 'Confirm your payment' }).waitFor();
    return frame;
  }
  await page.getByRole('button', { name: 'Continue to your bank' }).click();
  await page.getByRole('heading', { name: 'Confirm your payment' }).waitFor();
  return page;
}

/** @param code a wrong code instead of the bank's */
export async function enterCode(bank: Place, code?: string): Promise<void> {
  const sent = await bank.locator('.note strong').first().textContent();
  await bank.getByLabel('Code', { exact: true }).fill(code ?? sent ?? '');
  await bank.getByRole('button', { name: 'Confirm' }).click();
}

/** Without script the payer leaves the bank's last page by pressing a button. */
export async function leaveBank(bank: Place, isScripted: boolean): Promise<void> {
  if (!isScripted) {
    await bank.getByRole('button', { name: 'Continue' }).click();
  }
}

export async function control(stack: Stack, path: string, body: object): Promise<unknown> {
  const answer = await fetch(`${stack.shopOrigin}/three-ds/${path}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) {
    throw new Error(await answer.text());
  }
  return answer.json();
}

export async function violations(stack: Stack): Promise<unknown> {
  return (await fetch(`${stack.shopOrigin}/three-ds/violations`)).json();
}
