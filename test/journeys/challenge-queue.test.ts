/** A payer behind an address with many declined cards, in a real browser. */
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { AT_LENGTH } from '../support/at-length.ts';
import type { Merchant } from '../support/merchant.ts';
import { register } from '../support/registered.ts';
import { comeHome, DECLINED, fillCard, notice, payByCard, pressPayAndSee } from './form.ts';
import { inBothWays, useRig } from './rig.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const WAITING = 'One moment, please';

const rig = useRig();
let merchant: Merchant;

beforeAll(async () => {
  // Approved payments of these tests do not clear the payers' address.
  const limits = { declinesPerAddress: 3, declinesPerDevice: null, declineSharePercent: 1 };
  ({ merchant } = await register(rig.stack, { limits }));
  // Other payers behind the same address, whose cards were declined.
  const { page } = await rig.payer({ javaScriptEnabled: false });
  for (let count = 0; count < 3; count += 1) {
    await page.goto((await merchant.checkout({})).url);
    await payByCard(page, DECLINED);
    await notice(page, 'Your card was declined');
  }
});

/** Sends a valid card, and checks the waiting page. */
async function pressAndWait(page: Page) {
  const checkout = await merchant.checkout({ returnUrl: `${rig.shop.origin}/back` });
  await page.goto(checkout.url);
  await fillCard(page);
  // The script may finish before the page is inspected: its request is held until then.
  const isSeen = Promise.withResolvers<void>();
  await page.route(checkout.url, async (route) => {
    if (route.request().postData()?.startsWith('proof=')) {
      await isSeen.promise;
    }
    await route.continue();
  });
  await pressPayAndSee(page, WAITING);
  await page.getByText('You have not been charged yet. Please don’t pay again yet.').waitFor();
  isSeen.resolve();
  return checkout;
}

inBothWays('$script: waits, pays and returns, on a phone', async ({ javaScriptEnabled }) => {
  const { page, complaints } = await rig.payer({ ...PHONE, javaScriptEnabled });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  const { orderId, successIndicator } = await pressAndWait(page);
  await comeHome(page);
  expect(page.url()).toBe(`${rig.shop.origin}/back?resultIndicator=${successIndicator}`);
  expect(await rig.stack.acquirer.states(orderId)).toEqual(['APPROVED']);
  // The form, and with script the solution of its challenge.
  expect(asked.filter((one) => one.startsWith('POST'))).toHaveLength(javaScriptEnabled ? 2 : 1);
  expect(complaints).toEqual([]);
});

it(
  'a payer with script waits no longer than the browser needs for the challenge, as the metrics show',
  AT_LENGTH,
  async () => {
    const { page } = await rig.payer();
    const before = await ended();
    await pressAndWait(page);
    await comeHome(page);
    const after = await ended();
    expect([after.solved - before.solved, after.waited - before.waited]).toEqual([1, 0]);
  },
);

async function ended(): Promise<{ solved: number; waited: number }> {
  const text = await (await fetch(`${rig.stack.origin}/metrics`)).text();
  const of = (end: string) =>
    Number(new RegExp(`turnpike_suspicious_payments_ended_total\\{end="${end}"\\} (\\d+)`).exec(text)?.[1]);
  return { solved: of('solved'), waited: of('waited') };
}
