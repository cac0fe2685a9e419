/** The details that the shop has the page collect from its payer, e-mail and addresses, and their use. */
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import type { Merchant } from '../support/merchant.ts';
import { register } from '../support/registered.ts';
import { comeHome, fillCard, heading, notice, press, stayBeforeTheShop } from './form.ts';
import { inBothWays, inBothWaysAtLength, useRig } from './rig.ts';

const rig = useRig();
/** A shop with a profile that rejects cards with an address mismatch. */
let merchant: Merchant;

beforeAll(async () => {
  ({ merchant } = await register(rig.stack, { rejectOn: { avs: ['NO_MATCH'], csc: [] } }));
});

const ASKED = { billingAddress: 'MANDATORY', customerEmail: 'MANDATORY' };

/** The gift card's form has an e-mail input of its own. */
const cardForm = (page: Page) => page.locator('form#card');

async function fillDetails(page: Page, street: string): Promise<void> {
  const form = cardForm(page);
  await form.getByLabel('Email address').fill('ada@example.com');
  await form.getByLabel('Street and number').fill(street);
  await form.getByLabel('Postcode').fill('H91 E2R4');
  await form.getByLabel('Town or city').fill('Galway');
  await form.getByLabel('Country').selectOption({ label: 'Ireland' });
}

interface Verified {
  readonly billing?: { readonly address?: object };
  readonly customer?: { readonly email?: string };
  readonly response: { readonly gatewayCode: string; readonly cardholderVerification: { readonly avs: object } };
}

inBothWays('$script: the bank is asked about the address that the payer typed', async (options) => {
  const { stack, shop } = rig;
  const { page, complaints } = await rig.payer({ javaScriptEnabled: options.javaScriptEnabled });
  const displayControl = ASKED;
  const checkout = await merchant.checkout({ returnUrl: `${shop.origin}/back`, displayControl });
  await stayBeforeTheShop(page, shop.origin);
  await page.goto(checkout.url);

  await fillCard(page);
  await fillDetails(page, 'Echo St');
  await press(page);
  expect(await notice(page, 'Your card was declined')).toContain('Check your card details');
  const form = cardForm(page);
  expect(await form.getByLabel('Street and number').inputValue()).toBe('Echo St');
  expect(await form.getByLabel('Country').inputValue()).toBe('IE');
  expect(await form.getByLabel('Email address').inputValue()).toBe('ada@example.com');
  expect(await form.getByLabel('Card number', { exact: true }).inputValue()).toBe('');

  await fillCard(page);
  await form.getByLabel('Street and number').fill('Alpha St');
  await press(page);
  await heading(page, 'Payment complete');

  await stack.acquirer.ledgerOnce((ledger) => ledger[0]?.state === 'REVERSED', checkout.orderId);
  expect(await stack.acquirer.states(checkout.orderId)).toEqual(['REVERSED', 'APPROVED']);
  const [refused, paid] = await Promise.all(
    ['1', '2'].map(async (id) => (await merchant.transaction(checkout.orderId, id)).body as unknown as Verified),
  );
  const address = { city: 'Galway', country: 'IRL', postcodeZip: 'H91 E2R4' };
  expect(refused).toMatchObject({
    response: { gatewayCode: 'DECLINED_AVS', cardholderVerification: { avs: { gatewayCode: 'NO_MATCH' } } },
    billing: { address: { ...address, street: 'Echo St' } },
  });
  expect(paid).toMatchObject({
    response: { gatewayCode: 'APPROVED', cardholderVerification: { avs: { gatewayCode: 'ADDRESS_MATCH' } } },
    billing: { address: { ...address, street: 'Alpha St' } },
    customer: { email: 'ada@example.com' },
  });
  const session = (await merchant.session(checkout.sessionId)).body as unknown as Verified;
  expect([session.customer?.email, session.billing?.address]).toEqual([
    'ada@example.com',
    { ...address, street: 'Alpha St' },
  ]);
  expect(complaints).toEqual([]);
});

inBothWaysAtLength('$script: without a confirmation of ours the payer is at the shop at once', async (options) => {
  const { shop } = rig;
  const { page, complaints } = await rig.payer({ javaScriptEnabled: options.javaScriptEnabled });
  const displayControl = { paymentConfirmation: 'HIDE', orderSummary: 'HIDE' };
  const checkout = await merchant.checkout({ returnUrl: `${shop.origin}/back?order=7`, displayControl });
  await page.goto(checkout.url);
  expect(await page.getByText('Two books').count()).toBe(0);
  expect(await page.getByText('€57.20', { exact: true }).count()).toBe(1);
  await fillCard(page);
  await press(page);
  await page.getByRole('heading', { level: 1, name: 'Back at the shop' }).waitFor();
  expect(page.url()).toBe(`${shop.origin}/back?order=7&resultIndicator=${checkout.successIndicator}`);

  // A payer who reopens the page sees that it is paid, and stays.
  await page.goto(checkout.url);
  await heading(page, 'Payment complete');
  await page.getByText('You’ve already paid.').waitFor();
  expect(complaints).toEqual([]);
});

it('a confirmation that the shop does not forbid is shown', async () => {
  const { shop } = rig;
  const { page } = await rig.payer();
  const displayControl = { paymentConfirmation: 'SHOW' };
  const checkout = await merchant.checkout({ returnUrl: `${shop.origin}/back`, displayControl });
  await page.goto(checkout.url);
  await fillCard(page);
  await press(page);
  await heading(page, 'Payment complete');
  await comeHome(page);
});
