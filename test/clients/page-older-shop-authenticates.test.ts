/** A shop with 3-D Secure 1 alone is paid, by a page of its own or a ready one, with script and without. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useRig } from '../journeys/rig.ts';
import { AT_LENGTH, describeAtLength } from '../support/at-length.ts';
import { type OlderShop, openOlderShop, type PageMode } from './older-shop.ts';

const rig = useRig({ asksBanks: true });
let shop: OlderShop;
beforeAll(async () => {
  shop = await openOlderShop(rig.stack.origin);
});
afterAll(() => shop.close());

interface Way {
  readonly mode: PageMode;
  readonly javaScriptEnabled: boolean;
}

const WAYS: readonly Way[] = (['CUSTOMIZED', 'SIMPLE'] as const).flatMap((mode) =>
  [true, false].map((javaScriptEnabled) => ({ mode, javaScriptEnabled })),
);

/** The redirect from the shop to the gateway. */
async function leave(month: string, { mode, javaScriptEnabled }: Way): Promise<Page> {
  const { page } = await rig.payer({ javaScriptEnabled });
  await page.goto(shop.payPage(month, mode));
  if (mode === 'CUSTOMIZED') {
    await page.getByRole('button', { name: 'To the bank' }).click();
  } else if (!javaScriptEnabled) {
    await page.getByRole('button').click();
  }
  return page;
}

async function enterBank(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function comeHome(page: Page, { javaScriptEnabled }: Way, heading: string): Promise<void> {
  if (!javaScriptEnabled) {
    await page.getByRole('button', { name: /^Continue to / }).click();
  }
  await page.getByRole('heading', { name: heading }).waitFor();
}

/** The shop's own page, the most common mode. */
const isQuick = ({ mode, javaScriptEnabled }: Way) => javaScriptEnabled && mode === 'CUSTOMIZED';

describeAtLength(WAYS, isQuick)('$mode, script: $javaScriptEnabled', (way) => {
  it('an older shop is paid without a challenge', AT_LENGTH, async () => {
    await comeHome(await leave('1', way), way, 'paid AUTHENTICATION_SUCCESSFUL');
  });

  it('an older shop is paid after the right code', async () => {
    const page = await leave('7', way);
    await enterBank(page);
    await page.locator('input[name=code]').fill((await page.locator('.note strong').textContent()) ?? '');
    await page.locator('button[value=SUBMIT]').click();
    if (!way.javaScriptEnabled) {
      await page.getByRole('button', { name: 'Continue' }).first().click();
    }
    await comeHome(page, way, 'paid AUTHENTICATION_SUCCESSFUL');
  });

  it('an older shop makes no charge where the bank denies the authentication', async () => {
    await comeHome(await leave('3', way), way, 'refused AUTHENTICATION_FAILED');
  });

  it('an older shop makes no charge where the payer cancels on our page', AT_LENGTH, async () => {
    const page = await leave('7', way);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await comeHome(page, way, 'refused AUTHENTICATION_FAILED');
  });
});

it('a payer who goes back to the bank’s page is returned with the same result, without a challenge', async () => {
  const way: Way = { mode: 'CUSTOMIZED', javaScriptEnabled: false };
  const page = await leave('1', way);
  const home = page.getByRole('button', { name: /^Continue to / });
  const paRes = await page.locator('input[name=PaRes]').getAttribute('value');
  await page.reload();
  expect(await page.locator('input[name=PaRes]').getAttribute('value')).toBe(paRes);
  await home.click();
  await page.getByRole('heading', { name: 'paid AUTHENTICATION_SUCCESSFUL' }).waitFor();
});
