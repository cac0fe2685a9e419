/**
 * Decoupled authentication: the bank contacts the payer, even with the payment page closed: with script and without.
 */
import { beforeAll, expect, it } from 'vitest';
import { AT_LENGTH } from '../../support/at-length.ts';
import type { Merchant } from '../../support/merchant.ts';
import { register } from '../../support/registered.ts';
import { comeHome, heading, notice, payByCard } from '../form.ts';
import { inBothWays, useRig } from '../rig.ts';
import { ASKED, FRICTIONLESS, REQUESTOR } from './hands.ts';

const rig = useRig({ asksBanks: true });
const BY_ITSELF = '12/40';

let merchant: Merchant;
beforeAll(async () => {
  const payerAuthentication = { ...REQUESTOR, decoupledMinutes: 1_440 };
  ({ merchant } = await register(rig.stack, { payerAuthentication }));
});

async function open(javaScriptEnabled = true) {
  const { page, complaints } = await rig.payer({ javaScriptEnabled });
  const checkout = await merchant.checkout({ returnUrl: `${rig.shop.origin}/back` });
  await page.goto(checkout.url);
  await payByCard(page, BY_ITSELF);
  await heading(page, ASKED);
  await page.getByText('Your bank contacts you').waitFor();
  await page.getByText('You can close this page').waitFor();
  return { page, complaints, ...checkout };
}

/** @param button of the bank's app */
async function answerApp(button: 'Agree' | 'Refuse') {
  const { page } = await rig.payer();
  await page.goto(`${rig.stack.shopOrigin}/three-ds/acs/app`);
  await page.getByRole('button', { name: button }).first().click();
}

const states = (orderId: string) => rig.stack.acquirer.states(orderId);

inBothWays('$script: reads the bank’s message, and returns once it is confirmed', async (options) => {
  const { page, complaints, orderId } = await open(options.javaScriptEnabled);
  await page.getByText('Your bank says: Confirm the payment in your bank’s app.').waitFor();
  expect(await page.locator('iframe').count()).toBe(0);
  expect(await states(orderId)).toEqual([]);
  await answerApp('Agree');
  await comeHome(page);
  expect(await states(orderId)).toEqual(['APPROVED']);
  expect(complaints).toEqual([]);
});

it(
  'a payer who has closed the page has paid once the bank confirms it, as the status page shows',
  AT_LENGTH,
  async () => {
    const { page, orderId, url } = await open();
    const status = await page.getByRole('link', { name: 'Status of this payment' }).getAttribute('href');
    await page.close();
    const { page: later } = await rig.payer({ javaScriptEnabled: false });
    await later.goto(rig.stack.origin + status);
    await heading(later, ASKED);
    await answerApp('Agree');
    await expect.poll(() => states(orderId), { timeout: 15_000 }).toEqual(['APPROVED']);
    await later.goto(rig.stack.origin + status);
    await heading(later, 'Paid: €57.20 to Harbour Lane Books');
    await later.goto(url);
    await heading(later, 'Payment complete');
  },
);

it('a payer who refuses in the app has paid nothing, and may try another card', AT_LENGTH, async () => {
  const { page, orderId } = await open();
  await answerApp('Refuse');
  await notice(page, 'Your bank did not confirm this payment');
  expect(await states(orderId)).toEqual([]);
  await payByCard(page, FRICTIONLESS);
  await comeHome(page);
  expect(await states(orderId)).toEqual(['APPROVED']);
});

it('a payer who cancels on the page pays nothing by a later confirmation in the app', AT_LENGTH, async () => {
  const { page, orderId } = await open();
  await page.getByRole('button', { name: 'Cancel this payment' }).click();
  await notice(page, 'You cancelled this payment');
  await answerApp('Agree');
  await payByCard(page, FRICTIONLESS);
  await comeHome(page);
  expect(await states(orderId)).toEqual(['APPROVED']);
});
