/** The effects on payers of the profile's rules for payer authentication. */
import { expect, it } from 'vitest';
import { AT_LENGTH } from '../../support/at-length.ts';
import type { Merchant } from '../../support/merchant.ts';
import { register } from '../../support/registered.ts';
import { comeHome, fillCard, heading, notice, payByCard, press } from '../form.ts';
import { inBothWays, inBothWaysAtLength, useRig } from '../rig.ts';
import {
  ASKED,
  atBank,
  CODE,
  control,
  enterCode,
  FRICTIONLESS,
  leaveBank,
  REQUESTOR,
  SOFTLY_DECLINED,
  UNAVAILABLE,
} from './hands.ts';

const rig = useRig({ asksBanks: true });
let merchant: Merchant;
/** Distinguishes the merchant's authentications from those of other files on the same stack. */
let acquirerMerchantId = '';
let profiles = 0;

/** Replaces the shop's merchant by one with this profile. */
async function profile(payerAuthentication: object): Promise<void> {
  profiles += 1;
  acquirerMerchantId = `RULES-${process.pid}-${profiles}`;
  ({ merchant } = await register(rig.stack, { payerAuthentication: { ...payerAuthentication, acquirerMerchantId } }));
}

async function open(order: object = {}, javaScriptEnabled = true) {
  const { page } = await rig.payer({ javaScriptEnabled });
  const checkout = await merchant.checkout({ returnUrl: `${rig.shop.origin}/back` }, order);
  await page.goto(checkout.url);
  return { page, ...checkout };
}

/** The challenge indicators that the sandbox's directory servers got from the merchant, the newest last. */
async function wishes(): Promise<(string | null)[]> {
  const rows = (await (await fetch(`${rig.stack.shopOrigin}/three-ds/ledger/rows`)).json()) as {
    transactions: { challenge_ind: string | null; merchant: string | null; created_at: number }[];
  };
  return rows.transactions
    .filter(({ merchant: of }) => of === acquirerMerchantId)
    .toSorted((one, other) => one.created_at - other.created_at)
    .map(({ challenge_ind }) => challenge_ind);
}

it('NEVER: no bank is asked, and the page collects no browser data', async () => {
  await profile({ ...REQUESTOR, when: 'NEVER' });
  const before = (await wishes()).length;
  const { page, orderId } = await open();
  expect(await page.locator('[name=browser]').count()).toBe(0);
  await payByCard(page, CODE);
  await comeHome(page);
  expect((await wishes()).length).toBe(before);
  expect(await rig.stack.acquirer.states(orderId)).toEqual(['APPROVED']);
});

it('ALWAYS: a challenge is mandated', AT_LENGTH, async () => {
  await profile({ ...REQUESTOR, when: 'ALWAYS' });
  const { page } = await open();
  await payByCard(page, CODE);
  await enterCode(await atBank(page, true));
  await comeHome(page);
  expect((await wishes()).at(-1)).toBe('04');
});

it('PROCEED: a payer whose bank could not be reached pays without authentication', AT_LENGTH, async () => {
  await profile({ ...REQUESTOR, whenUnavailable: 'PROCEED' });
  const { page, orderId } = await open();
  await payByCard(page, UNAVAILABLE);
  await comeHome(page);
  expect(await rig.stack.acquirer.states(orderId)).toEqual(['APPROVED']);
});

inBothWaysAtLength('PROCEED, $script: a directory server that is away holds no payment up', async (options) => {
  await profile({ ...REQUESTOR, whenUnavailable: 'PROCEED' });
  const { page, orderId } = await open({}, options.javaScriptEnabled);
  const before = (await wishes()).length;
  await control(rig.stack, 'settings', { isAway: true });
  try {
    await payByCard(page, FRICTIONLESS);
    await comeHome(page);
  } finally {
    await control(rig.stack, 'settings', { isAway: false });
  }
  expect((await wishes()).length).toBe(before);
  expect(await rig.stack.acquirer.states(orderId)).toEqual(['APPROVED']);
});

it('requireLiabilityShift: an attempted authentication is not sent to the acquirer', AT_LENGTH, async () => {
  await profile({ ...REQUESTOR, whenUnavailable: 'PROCEED', requireLiabilityShift: true });
  const { page, orderId } = await open();
  await payByCard(page, UNAVAILABLE);
  await notice(page, 'We couldn’t reach your bank');
  expect(await rig.stack.acquirer.states(orderId)).toEqual([]);
  await payByCard(page, FRICTIONLESS);
  await comeHome(page);
});

inBothWays('$script: an exemption is asked for as far as its bound, and not beyond', async (options) => {
  const { javaScriptEnabled } = options;
  await profile({ ...REQUESTOR, exemptions: [{ kind: 'LOW_VALUE', upTo: '30.00', currency: 'EUR' }] });
  const small = await open({ amount: '29.99' }, javaScriptEnabled);
  await payByCard(small.page, FRICTIONLESS);
  await comeHome(small.page);
  expect((await wishes()).at(-1)).toBe('02');
  const large = await open({ amount: '30.01' }, javaScriptEnabled);
  await payByCard(large.page, FRICTIONLESS);
  await comeHome(large.page);
  expect((await wishes()).at(-1)).not.toBe('02');
});

it('a card verification is authenticated as an added card', AT_LENGTH, async () => {
  await profile(REQUESTOR);
  const { page } = await rig.payer();
  const checkout = await merchant.checkout(
    { operation: 'VERIFY', returnUrl: `${rig.shop.origin}/back` },
    { amount: undefined },
  );
  await page.goto(checkout.url);
  await fillCard(page, CODE);
  await press(page, /^Check card/);
  await heading(page, ASKED);
  await page.getByText('Confirm with your bank that this card is yours.').waitFor();
  await enterCode(await atBank(page, true));
  await comeHome(page);
  expect((await merchant.order(checkout.orderId)).body).toMatchObject({ status: 'VERIFIED' });
});

inBothWays('$script: a soft decline is followed by a challenge, by itself and once', async (options) => {
  await profile(REQUESTOR);
  await control(rig.stack, 'outcomes', { transStatus: 'Y', count: 1 });
  const { page } = await rig.payer({ javaScriptEnabled: options.javaScriptEnabled });
  const checkout = await merchant.checkout({ returnUrl: `${rig.shop.origin}/back` });
  await page.goto(checkout.url);
  await payByCard(page, SOFTLY_DECLINED);
  const bank = await atBank(page, options.javaScriptEnabled);
  expect((await wishes()).at(-1)).toBe('04');
  await enterCode(bank);
  await leaveBank(bank, options.javaScriptEnabled);
  await comeHome(page);
  expect(await rig.stack.acquirer.states(checkout.orderId)).toEqual(['DECLINED', 'APPROVED']);
  const { body } = await merchant.order(checkout.orderId);
  expect(body).toMatchObject({
    status: 'CAPTURED',
    sourceOfFunds: { provided: { card: { securityCodePresence: '1' } } },
  });
});
