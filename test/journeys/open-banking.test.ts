/**
 * From the hosted page to the payer's own bank and back, by transfer: with script and without, at banks that redirect
 * and at one with approval in its app. At the end the gateway's order is compared with the banks' ledger, and every
 * request to the banks is validated against the standard's description.
 */
import type { Page } from 'playwright';
import { afterAll, expect, it } from 'vitest';
import type { BankLedgerEntry } from '../../src/sandbox/open-banking/ledger/entries.ts';
import { AT_LENGTH } from '../support/at-length.ts';
import { keptStackWithBanks } from '../support/stack.ts';
import { decided, orderOnce } from './browser-payments/merchant-server.ts';
import { walkAtLength, walkBothWaysAtOnce } from './browser-payments/rig.ts';
import { comeHome, heading, notice, press, stayBeforeTheShop } from './form.ts';
import { useRig } from './rig.ts';

const rig = useRig({ kept: keptStackWithBanks });

const bankOf = (path: string) => `${rig.stack.shopOrigin}/providers/open-banking${path}`;

const checkout = () =>
  rig.stack.merchant.checkout(
    { returnUrl: `${rig.shop.origin}/back` },
    { notificationUrl: `${rig.shop.origin}/told?by=turnpike` },
  );

const ledgerOf = async (orderId: string): Promise<BankLedgerEntry[]> => {
  const answer = await fetch(bankOf(`/ledger?order=${orderId}`));
  return (await answer.json()) as BankLedgerEntry[];
};

async function goToBanks(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await press(page, 'by bank transfer');
  await heading(page, 'Choose your bank');
}

async function choose(page: Page, bank: string): Promise<void> {
  await page.getByRole('link', { name: bank }).click();
  await heading(page, `Pay with ${bank}`);
}

const goOn = (page: Page, bank: string) => page.getByRole('button', { name: `Continue with ${bank}` }).click();

/** On the bank's own pages: logs in, takes the bank's first account, and confirms. */
async function approve(page: Page): Promise<void> {
  await page.waitForURL(/\/sca\//);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  const code = await page.locator('strong').textContent();
  await page.getByLabel('Code').fill(code ?? '');
  await page.getByRole('button', { name: 'Confirm' }).click();
}

/** An account at the bank, of the first payer in its login. */
async function ibanAt(bank: string): Promise<string> {
  const banks = (await (await fetch(bankOf('/banks'))).json()) as { id: string; payers: { ibans: string[] }[] }[];
  return banks.find(({ id }) => id === bank)?.payers[0]?.ibans[0] ?? '';
}

async function expectLedgers(orderId: string, gateway: readonly string[], banks: readonly string[]): Promise<void> {
  const order = await decided(rig.stack.merchant, orderId);
  const lines = order.transaction.map(({ transaction, result }) => `${transaction.id} ${result} ${transaction.amount}`);
  expect(lines).toEqual(gateway);
  const rows = await ledgerOf(orderId);
  expect(rows.map(({ bank, amount, state }) => `${bank} ${amount} ${state}`)).toEqual(
    banks.map((line) => expect.stringMatching(line)),
  );
}

afterAll(async () => {
  const answer = await fetch(bankOf('/violations'));
  expect(((await answer.json()) as { violations: unknown[] }).violations).toEqual([]);
});

walkBothWaysAtOnce(
  'searched for, chosen and approved at the bank, the payer returns paid',
  async ({ javaScriptEnabled }) => {
    const { page, complaints } = await rig.payer({ javaScriptEnabled });
    const { orderId, url } = await checkout();
    await goToBanks(page, url);
    expect(await ledgerOf(orderId)).toEqual([]);
    await page.getByLabel('Search by name or BIC').fill('nrdb');
    if (!javaScriptEnabled) {
      await page.getByRole('button', { name: 'Search' }).click();
    }
    await expect.poll(() => page.locator('.options').getByRole('link').filter({ visible: true }).count()).toBe(1);
    await choose(page, 'Nordbank');
    expect(await ledgerOf(orderId)).toEqual([]);
    await goOn(page, 'Nordbank');
    await approve(page);
    await comeHome(page);
    await expectLedgers(orderId, ['1 SUCCESS 57.2'], ['^nordbank 57.20 ACS[PC]$']);
    expect(complaints).toEqual([]);
  },
);

walkAtLength(
  'refused at the bank, the payer is back on the page and chooses another bank',
  async ({ javaScriptEnabled }) => {
    const { page, complaints } = await rig.payer({ javaScriptEnabled });
    const { orderId, url } = await checkout();
    await goToBanks(page, url);
    await choose(page, 'Nordbank');
    await goOn(page, 'Nordbank');
    await page.waitForURL(/\/sca\//);
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await notice(page, 'Bank transfer declined the payment')).toContain('You have not been charged.');

    await goToBanks(page, url);
    await choose(page, 'Sofortbank');
    await page.getByLabel('IBAN of your account').fill('DE89 3704 0044 0532 0130 01');
    await goOn(page, 'Sofortbank');
    await page.getByText('Check the IBAN').waitFor();
    await page.getByLabel('IBAN of your account').fill(await ibanAt('sofortbank'));
    await goOn(page, 'Sofortbank');
    await approve(page);
    await comeHome(page);
    await expectLedgers(
      orderId,
      ['1 FAILURE 57.2', '2 SUCCESS 57.2'],
      ['^nordbank 57.20 RJCT$', '^sofortbank 57.20 ACCC$'],
    );
    expect(complaints).toEqual([]);
  },
);

walkAtLength('asked in the bank’s app, the payer returns once it is approved there', async ({ javaScriptEnabled }) => {
  const { page, complaints } = await rig.payer({ javaScriptEnabled });
  const { orderId, url } = await checkout();
  await goToBanks(page, url);
  await choose(page, 'Appbank');
  await page.getByLabel('Your user name for online banking').fill('nobody');
  await goOn(page, 'Appbank');
  await notice(page, 'Appbank did not accept this payment');
  await page.getByLabel('Your user name for online banking').fill('anna');
  await goOn(page, 'Appbank');
  await heading(page, 'Approve the payment with Appbank');
  const [row] = await ledgerOf(orderId);
  const { authorisations } = (await (await fetch(bankOf('/ledger/rows'))).json()) as {
    authorisations: { id: string; payment_id: string }[];
  };
  const asked = authorisations.find(({ payment_id: id }) => id === row?.id);
  const agreed = new URLSearchParams({ authorisation: asked?.id ?? '', choice: 'AGREE' });
  await fetch(bankOf('/appbank/app'), { method: 'POST', body: agreed });
  await comeHome(page);
  await expectLedgers(orderId, ['1 SUCCESS 57.2'], ['^appbank 57.20 ACCC$']);
  expect(complaints).toEqual([]);
});

walkAtLength('a payer who chooses another way starts no payment at a bank', async ({ javaScriptEnabled }) => {
  const { page, complaints } = await rig.payer({ javaScriptEnabled });
  const { orderId, url } = await checkout();
  await goToBanks(page, url);
  await page.getByRole('button', { name: 'Pay another way' }).click();
  await notice(page, 'Your payment with Bank transfer was cancelled');
  await expectLedgers(orderId, ['1 FAILURE 57.2'], []);
  expect(complaints).toEqual([]);
});

it.concurrent('a payer who comes Back from the bank continues there, and pays once', AT_LENGTH, async () => {
  const { page, complaints } = await rig.payer();
  const { orderId, url } = await checkout();
  await stayBeforeTheShop(page, rig.shop.origin);
  await goToBanks(page, url);
  await choose(page, 'Nordbank');
  await goOn(page, 'Nordbank');
  await page.waitForURL(/\/sca\//);
  await page.goBack();
  await heading(page, 'You started to pay with Nordbank');
  await page.getByRole('link', { name: 'Continue with Nordbank' }).click();
  await approve(page);
  await orderOnce(rig.stack.merchant, orderId, ({ status }) => status === 'CAPTURED');
  await expectLedgers(orderId, ['1 SUCCESS 57.2'], ['^nordbank 57.20 ACS[PC]$']);
  expect(complaints).toEqual([]);
});

it.concurrent('a refund waits as a task, and is made when the operator confirms the transfer', async () => {
  const { page } = await rig.payer();
  const { orderId, url } = await checkout();
  await goToBanks(page, url);
  await choose(page, 'Nordbank');
  await goOn(page, 'Nordbank');
  await approve(page);
  await comeHome(page);
  await decided(rig.stack.merchant, orderId);
  const { body } = await rig.stack.merchant.call('PUT', `/order/${orderId}/transaction/refund`, {
    apiOperation: 'REFUND',
    transaction: { amount: '7.20', currency: 'EUR' },
  });
  expect(body.result).toBe('PENDING');
  const order = await orderOnce(rig.stack.merchant, orderId, ({ status }) => status === 'REFUND_REQUESTED');
  expect(order.totalRefundedAmount).toBe(0);
});
