/** A payer whose connection breaks around a bank transfer: the page keeps its input, and one transfer is made. */
import type { Page } from 'playwright';
import { expect, it, onTestFinished } from 'vitest';
import type { BankLedgerEntry } from '../../src/sandbox/open-banking/ledger/entries.ts';
import { isFirst, itAtLength } from '../support/at-length.ts';
import { openDroppingProxy } from '../support/dropping-proxy.ts';
import { keptStackWithBanks } from '../support/stack.ts';
import { comeHome, heading, press } from './form.ts';
import { useRig } from './rig.ts';

const BANK = 'Sofortbank';
const BOX = 'IBAN of your account';
const ASKING = 'We lost the connection and are asking.';
const UNSENT = 'It didn’t reach us. Please try again.';

const rig = useRig({ kept: keptStackWithBanks });

const bankOf = (path: string) => `${rig.stack.shopOrigin}/providers/open-banking${path}`;

const transfers = async (orderId: string): Promise<BankLedgerEntry[]> =>
  (await (await fetch(bankOf(`/ledger?order=${orderId}`))).json()) as BankLedgerEntry[];

/** An account of the first payer in the bank's login. */
async function iban(): Promise<string> {
  const banks = (await (await fetch(bankOf('/banks'))).json()) as { id: string; payers: { ibans: string[] }[] }[];
  return banks.find(({ id }) => id === BANK.toLowerCase())?.payers[0]?.ibans[0] ?? '';
}

const goOn = (page: Page) => page.getByRole('button', { name: `Continue with ${BANK}` }).click();

async function atTheForm() {
  const proxy = await openDroppingProxy();
  onTestFinished(() => proxy.close());
  const { page } = await rig.payer({ proxy: { server: proxy.address } });
  const checkout = await rig.stack.merchant.checkout({ returnUrl: `${rig.shop.origin}/back` });
  await page.goto(checkout.url);
  await press(page, 'by bank transfer');
  await page.getByRole('link', { name: BANK }).click();
  await heading(page, `Pay with ${BANK}`);
  const typed = await iban();
  await page.getByLabel(BOX).fill(typed);
  return { proxy, page, typed, ...checkout };
}

async function approve(page: Page): Promise<void> {
  await page.waitForURL(/\/sca\//);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Code').fill((await page.locator('strong').textContent()) ?? '');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await comeHome(page);
}

it('an account typed offline is not sent, stays in the form, and is sent once the payer is online', async () => {
  const { page, typed, orderId } = await atTheForm();
  await page.context().setOffline(true);
  await goOn(page);
  await page.getByRole('alert').filter({ hasText: 'You’re offline. Nothing was sent.' }).waitFor();
  expect(await page.getByLabel(BOX).inputValue()).toBe(typed);
  expect(await transfers(orderId)).toEqual([]);
  await page.context().setOffline(false);
  await goOn(page);
  await approve(page);
  expect(await transfers(orderId)).toHaveLength(1);
});

it('a form that never arrived is not sent again by itself, stays filled in, and is sent by the next press', async () => {
  const { proxy, page, typed, orderId } = await atTheForm();
  proxy.drop('request');
  await goOn(page);
  await page.getByText(ASKING).waitFor();
  proxy.drop(undefined);
  await page.getByRole('alert').filter({ hasText: UNSENT }).waitFor();
  expect(await page.getByLabel(BOX).inputValue()).toBe(typed);
  expect(await transfers(orderId)).toEqual([]);
  await goOn(page);
  await approve(page);
  expect(await transfers(orderId)).toHaveLength(1);
});

itAtLength(['answer', 'half', 'badGateway'] as const, isFirst)(
  'a started transfer with a lost answer (%s) continues at the bank, and is made once',
  async (fault) => {
    const { proxy, page, orderId } = await atTheForm();
    proxy.drop(fault);
    await goOn(page);
    await page.getByText(ASKING).waitFor();
    proxy.drop(undefined);
    await heading(page, `You started to pay with ${BANK}`);
    await page.getByRole('link', { name: `Continue with ${BANK}` }).click();
    await approve(page);
    expect(await transfers(orderId)).toHaveLength(1);
  },
);

it('a wrong account is reported in the page, whose field keeps it, and again after a reload', async () => {
  const { page, orderId } = await atTheForm();
  await page.getByLabel(BOX).fill('DE89 3704 0044 0532 0130 01');
  await goOn(page);
  await page.getByText('Check the IBAN').waitFor();
  expect(await page.getByLabel(BOX).inputValue()).toBe('DE89 3704 0044 0532 0130 01');
  expect(await page.evaluate('document.activeElement.id')).toBe('iban');
  expect(page.url()).not.toMatch(/DE89|3704\D*0044/);
  expect(await transfers(orderId)).toEqual([]);
});
