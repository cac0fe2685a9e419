/** Clicks, tabs and the Back button of a payer move the money once. */
import { expect, it } from 'vitest';
import { AT_LENGTH } from '../support/at-length.ts';
import { comeHome, fillCard, heading, PAY, payByCard, press, pressPayAndGoOn, stayBeforeTheShop } from './form.ts';
import { inBothWaysAtLength, inBothWaysAtOnce, useRig } from './rig.ts';

const CLICKS = 20;
/** Long enough for every click to come while the first payment is under way. */
const SLOW_ACQUIRER_MS = 5_000;

const rig = useRig();

async function newCheckout() {
  return rig.stack.merchant.checkout({ returnUrl: `${rig.shop.origin}/back` });
}

inBothWaysAtOnce('$script: twenty fast clicks on Pay make one movement', async (options) => {
  const { stack } = rig;
  const { page } = await rig.payer({ javaScriptEnabled: options.javaScriptEnabled });
  const { orderId, url } = await newCheckout();
  await stayBeforeTheShop(page, rig.shop.origin);
  await stack.acquirer.misbehave({ mode: 'DELAY', delayMs: SLOW_ACQUIRER_MS });
  await page.goto(url);
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') {
      posts.push(request.url());
    }
  });
  await fillCard(page);
  const box = await page.getByRole('button', { name: PAY }).boundingBox();
  if (box === null) {
    throw new Error('The button is not to be seen.');
  }
  for (let click = 0; click < CLICKS; click += 1) {
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  }
  await heading(page, 'Payment complete');
  // The script sends the form once; without it the browser sends one for each click.
  if (options.javaScriptEnabled) {
    expect(posts).toHaveLength(1);
  } else {
    expect(posts.length).toBeGreaterThan(1);
  }
  expect(await stack.acquirer.states(orderId)).toEqual(['APPROVED']);
});

it.concurrent('two tabs that pay at the same moment with two cards make one movement, and both say that it is paid', async () => {
  const { stack } = rig;
  const { page } = await rig.payer();
  const { orderId, url } = await newCheckout();
  await stayBeforeTheShop(page, rig.shop.origin);
  await stack.acquirer.misbehave({ mode: 'DELAY', delayMs: SLOW_ACQUIRER_MS });
  const other = await page.context().newPage();
  await Promise.all([page, other].map((tab) => tab.goto(url)));
  await fillCard(page);
  await fillCard(other, '02/40');
  await pressPayAndGoOn(page);
  await pressPayAndGoOn(other);
  await Promise.all([page, other].map((tab) => heading(tab, 'Payment complete')));
  expect(await stack.acquirer.states(orderId)).toEqual(['APPROVED']);
});

it.concurrent(
  'a tab that is opened while a payment is under way cannot pay, waits, and then says that it is paid',
  AT_LENGTH,
  async () => {
    const { stack } = rig;
    const { page } = await rig.payer();
    const { orderId, url } = await newCheckout();
    await stayBeforeTheShop(page, rig.shop.origin);
    await stack.acquirer.misbehave({ mode: 'DELAY', delayMs: SLOW_ACQUIRER_MS });
    await page.goto(url);
    await fillCard(page);
    await pressPayAndGoOn(page);
    await stack.acquirer.ledgerOnce((ledger) => ledger.length === 1, orderId);
    const other = await page.context().newPage();
    await other.goto(url);
    await heading(other, 'One moment, please');
    expect(await other.getByRole('button', { name: /^Pay / }).count()).toBe(0);
    await heading(other, 'Payment complete');
    expect(await stack.acquirer.states(orderId)).toEqual(['APPROVED']);
  },
);

// Not concurrent: it separates the tests before it, with a slow acquirer, from those after it, with a fast one.
it('a second link to an order that is paid shows that it is paid', AT_LENGTH, async () => {
  const { stack } = rig;
  const { page } = await rig.payer();
  const { orderId, url } = await newCheckout();
  await stayBeforeTheShop(page, rig.shop.origin);
  await page.goto(url);
  await payByCard(page);
  await heading(page, 'Payment complete');
  const second = await stack.merchant.checkout({ returnUrl: `${rig.shop.origin}/back` }, { id: orderId });
  await page.goto(second.url);
  await page.getByText('You’ve already paid.').waitFor();
  expect(await stack.acquirer.states(orderId)).toEqual(['APPROVED']);
});

inBothWaysAtLength('$script: a second tab that pays later shows that it is paid', async (options) => {
  const { stack } = rig;
  const { page } = await rig.payer({ javaScriptEnabled: options.javaScriptEnabled });
  const { orderId, url } = await newCheckout();
  await stayBeforeTheShop(page, rig.shop.origin);
  const other = await page.context().newPage();
  await page.goto(url);
  await other.goto(url);
  await fillCard(other, '02/40');
  await payByCard(page);
  await heading(page, 'Payment complete');
  await press(other);
  await heading(other, 'Payment complete');
  expect(await stack.acquirer.states(orderId)).toEqual(['APPROVED']);
});

inBothWaysAtOnce('$script: Back and reload after paying show the receipt and charge nothing', async (options) => {
  const { stack } = rig;
  const { page, complaints } = await rig.payer({ javaScriptEnabled: options.javaScriptEnabled });
  const { orderId, url } = await newCheckout();
  await page.goto(url);
  await payByCard(page);
  await comeHome(page);
  await page.goBack();
  await heading(page, 'Payment complete');
  await page.goBack();
  await page.getByText('You’ve already paid.').waitFor();
  await page.reload();
  await heading(page, 'Payment complete');
  expect(await page.getByRole('button', { name: /^Pay / }).count()).toBe(0);
  expect(await page.locator('.receipt').textContent()).toContain('ending in 0008');
  expect(await stack.acquirer.states(orderId)).toEqual(['APPROVED']);
  expect(complaints).toEqual([]);
});
