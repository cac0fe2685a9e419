/**
 * Payers who go back, reload, open a second tab or close their window during a challenge. Journeys that run here only
 * without script run with script in `odd-ways.test.ts` and `interrupted.test.ts`.
 */
import { expect, it } from 'vitest';
import { AT_LENGTH } from '../../support/at-length.ts';
import { findings } from '../../web/pages/axe.ts';
import { comeHome, heading, notice, payByCard } from '../form.ts';
import { inBothWays, useRig } from '../rig.ts';
import { ASKED, atBank, CODE, control, enterCode, FRICTIONLESS, leaveBank, OUT_OF_BAND } from './hands.ts';

const rig = useRig({ asksBanks: true });

/** A payer at the form of a new checkout, with a card expiry that chooses the bank's behaviour. */
async function pays(javaScriptEnabled: boolean, expiry: string) {
  const { page, complaints } = await rig.payer({ javaScriptEnabled });
  const checkout = await rig.stack.merchant.checkout({ returnUrl: `${rig.shop.origin}/back` });
  await page.goto(checkout.url);
  await payByCard(page, expiry);
  return { page, complaints, ...checkout };
}

async function paidOnce(orderId: string): Promise<void> {
  expect(await rig.stack.acquirer.states(orderId)).toEqual(['APPROVED']);
  expect((await rig.stack.merchant.order(orderId)).body).toMatchObject({
    status: 'CAPTURED',
    totalCapturedAmount: 57.2,
  });
}

inBothWays('$script: a page that is loaded anew asks again, and the payer pays once', async (options) => {
  const { javaScriptEnabled } = options;
  const { page, orderId } = await pays(javaScriptEnabled, CODE);
  await heading(page, ASKED);
  await page.reload();
  const bank = await atBank(page, javaScriptEnabled);
  await enterCode(bank, '000000');
  await bank.getByText('You may try twice more').waitFor();
  if (!javaScriptEnabled) {
    // The bank's own page: the wrong code is sent again.
    await page.reload();
  }
  await enterCode(bank);
  await leaveBank(bank, javaScriptEnabled);
  await comeHome(page);
  await paidOnce(orderId);
});

it('a payer who leaves the framing page and goes Back is challenged again, and pays once', AT_LENGTH, async () => {
  const { page, orderId } = await pays(true, CODE);
  await atBank(page, true);
  await page.goto(`${rig.shop.origin}/basket`);
  await page.goBack();
  await enterCode(await atBank(page, true));
  await comeHome(page);
  await paidOnce(orderId);
});

it(
  'a payer without script who has two bank tabs answers in one, and the answer in the other does not pay again',
  AT_LENGTH,
  async () => {
    const { page, orderId, url } = await pays(false, CODE);
    const bank = await atBank(page, false);
    const other = await page.context().newPage();
    await other.goto(url);
    await atBank(other, false);
    await enterCode(bank);
    await leaveBank(bank, false);
    await comeHome(page);
    await enterCode(other);
    await leaveBank(other, false);
    await comeHome(other);
    await paidOnce(orderId);
  },
);

inBothWays('$script: a closed window is found again by the status page, which shows the end', async (on) => {
  const { javaScriptEnabled } = on;
  const { page, orderId } = await pays(javaScriptEnabled, CODE);
  await heading(page, ASKED);
  const status = await page.getByRole('link', { name: 'Status of this payment' }).getAttribute('href');
  await atBank(page, javaScriptEnabled);
  await page.close();
  const { page: later } = await rig.payer({ javaScriptEnabled });
  await later.goto(rig.stack.origin + status);
  await heading(later, ASKED);
  await later.getByRole('link', { name: 'Continue to your bank' }).click();
  const bank = await atBank(later, javaScriptEnabled);
  await enterCode(bank);
  await leaveBank(bank, javaScriptEnabled);
  if (!javaScriptEnabled) {
    await comeHome(later);
    await later.goto(rig.stack.origin + status);
  }
  await heading(later, 'Paid: €57.20 to Harbour Lane Books');
  await paidOnce(orderId);
});

it(
  'a payer without script who confirms in the app on a second device returns by a button of the bank’s page',
  AT_LENGTH,
  async () => {
    const { page, orderId } = await pays(false, OUT_OF_BAND);
    const bank = await atBank(page, false);
    const { page: phone } = await rig.payer({ viewport: { width: 390, height: 780 } });
    await phone.goto(`${rig.stack.shopOrigin}/three-ds/acs/app`);
    await phone.getByRole('button', { name: 'Agree' }).click();
    await bank.getByRole('button', { name: 'Continue' }).click();
    await leaveBank(bank, false);
    await comeHome(page);
    await paidOnce(orderId);
  },
);

it(
  'a gateway that is killed while the bank challenges a payer without script continues after its start',
  AT_LENGTH,
  async () => {
    const { page, orderId } = await pays(false, CODE);
    const bank = await atBank(page, false);
    await rig.stack.gateway.kill();
    await rig.stack.gateway.start();
    await rig.stack.acquirerIsBack();
    await enterCode(bank);
    await leaveBank(bank, false);
    await comeHome(page);
    await paidOnce(orderId);
  },
);

it(
  'a payer without script does not pay while the directory server is down, and pays by card once it is up',
  AT_LENGTH,
  async () => {
    await control(rig.stack, 'settings', { isAway: true });
    const { page, orderId } = await pays(false, FRICTIONLESS);
    try {
      await notice(page, 'We couldn’t reach your bank');
    } finally {
      await control(rig.stack, 'settings', { isAway: false });
    }
    expect(await rig.stack.acquirer.states(orderId)).toEqual([]);
    await payByCard(page, FRICTIONLESS);
    await comeHome(page);
    await paidOnce(orderId);
  },
);

it('every page on the way is free of findings by axe, with the bank’s real page in its frame', AT_LENGTH, async () => {
  const { page, complaints } = await pays(true, CODE);
  const bank = await atBank(page, true);
  expect(await findings(page)).toEqual([]);
  const status = await page.getByRole('link', { name: 'Status of this payment' }).getAttribute('href');
  await bank.getByRole('button', { name: 'Cancel' }).click();
  await notice(page, 'You cancelled this payment');
  expect(await findings(page)).toEqual([]);
  await page.goto(rig.stack.origin + status);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await findings(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
