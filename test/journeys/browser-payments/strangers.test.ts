/**
 * Return URLs from a provider that are forged, stolen, swapped or requested twice, opened in a browser: a page that
 * names the status page, without any effect.
 */
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { AT_LENGTH } from '../../support/at-length.ts';
import { comeHome, heading, press, waitBeforeTheShop } from '../form.ts';
import { answer, approveAndLeave } from './hands.ts';
import { decided, statusUrl } from './merchant-server.ts';
import { useBrowserPaymentRig, walkAtLength } from './rig.ts';

const rig = useBrowserPaymentRig();
const PAID = { gateway: ['1 PAYMENT SUCCESS 57.20 EUR'], provider: ['PAYMENT APPROVED'] };

/** The return URL of a payment that the payer has approved, not requested yet. */
async function paidAway(): Promise<{ orderId: string; redirectUrl: string; returnLink: string }> {
  const { page } = await rig.payer();
  const initiated = await rig.initiate();
  await page.goto(initiated.redirectUrl);
  return { ...initiated, returnLink: await approveAndLeave(page) };
}

async function expectStrayed(page: Page, url: string): Promise<void> {
  const response = await page.goto(url);
  expect(response?.status()).toBe(404);
  await heading(page, 'This return link is not valid');
  await page.getByText('Before you pay again, check in the shop whether your order is paid').waitFor();
}

/** The return URL of a payment that is still open, as a thief with access to the provider's ledger would get it. */
function stolenReturnLink(orderId: string): string {
  const file = join(dirname(rig.stack.storeFile), 'sandbox', 'provider-demoWallet.db');
  const book = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const row = book
      .prepare<[string], { request: string }>('SELECT request FROM payment WHERE order_id = ?')
      .get(orderId);
    return (JSON.parse(row?.request ?? '{}') as { returnUrl: string }).returnUrl;
  } finally {
    book.close();
  }
}

/** The order as the merchant sees it, to the byte. */
async function stateOf(orderId: string): Promise<string> {
  return (await rig.stack.merchant.order(orderId)).text;
}

it.concurrent('an altered state is no return URL, nor is one made of two', AT_LENGTH, async () => {
  const { page, complaints } = await rig.payer();
  const [mine, other] = [await paidAway(), await paidAway()];
  const orders = [mine.orderId, other.orderId];
  for (const orderId of orders) {
    await decided(rig.stack.merchant, orderId);
  }
  const before = await Promise.all(orders.map(stateOf));
  const [key, expiry, signature] = partsOf(mine.returnLink);
  const forged = [
    [partsOf(other.returnLink)[0], expiry, signature],
    [key, (Number.parseInt(expiry, 36) + 1).toString(36), signature],
    [key, expiry, partsOf(other.returnLink)[2]],
    [key, expiry, signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))],
    ['x'],
  ];
  for (const parts of forged) {
    await expectStrayed(page, `${rig.stack.origin}/return/${parts.join('-')}`);
  }
  expect(await Promise.all(orders.map(stateOf))).toEqual(before);
  for (const orderId of orders) {
    await rig.expectLedgers(orderId, PAID);
  }
  // The browser's console also reports error statuses.
  expect(complaints.filter((words) => !words.includes('404'))).toEqual([]);
});

/** The payment, the expiry, and the gateway's signature, which may itself contain dashes. */
function partsOf(returnLink: string): [key: string, expiry: string, signature: string] {
  const [key = '', expiry = '', ...signature] = (returnLink.split('/').at(-1) ?? '').split('-');
  return [key, expiry, signature.join('-')];
}

walkAtLength(
  'a return URL that is requested again changes nothing, and leads to the shop again',
  async ({ javaScriptEnabled }) => {
    const { orderId, returnLink } = await paidAway();
    const { page, complaints } = await rig.payer({ javaScriptEnabled });
    await page.goto(returnLink);
    await comeHome(page);
    const before = await stateOf(orderId);
    for (const query of ['', '?status=failed&returnUrl=https://evil.example/']) {
      const letIn = await waitBeforeTheShop(page, rig.shop.origin);
      await page.goto(returnLink + query);
      await heading(page, 'Paid: €57.20 to Example Shop');
      letIn();
      await comeHome(page);
    }
    expect(await stateOf(orderId)).toBe(before);
    await rig.expectLedgers(orderId, PAID);
    expect(complaints).toEqual([]);
  },
);

it.concurrent('a payer pays and returns though unauthenticated clients request or post to the return URL first', async () => {
  const [payer, walker, poster] = [await rig.payer(), await rig.payer(), await rig.payer()];
  const { orderId, redirectUrl } = await rig.initiate();
  await payer.page.goto(redirectUrl);
  const returnLink = stolenReturnLink(orderId);
  rig.shop.setPage(
    `<!doctype html><title>Win</title><form method="post" action="${returnLink}"><input name="status" value="APPROVED"><button>Win</button></form>`,
  );
  await poster.page.goto(`${rig.shop.address}/page`);
  await Promise.all([walker.page.goto(`${returnLink}?status=success`), press(poster.page, 'Win')]);
  await Promise.all([walker, poster].map(({ page }) => comeHome(page)));
  await rig.expectLedgers(orderId, { gateway: ['1 PAYMENT PENDING 57.20 EUR'], provider: ['PAYMENT OPEN'] });

  await answer(payer.page, 'Approve');
  await comeHome(payer.page);
  await decided(rig.stack.merchant, orderId);
  await payer.page.goto(statusUrl(redirectUrl));
  await heading(payer.page, 'Paid: €57.20 to Example Shop');
  await rig.expectLedgers(orderId, PAID);
  expect([payer, walker, poster].flatMap(({ complaints }) => complaints)).toEqual([]);
});
