/** The pages before a provider's own: the button that leads there, the redirect, and a payer who came back. */
import { describe, expect, it } from 'vitest';
import { AT_LENGTH, isFirst, itAtLength } from '../../support/at-length.ts';
import { chargelessPage, donePage, payPage, unpayablePage } from './fixtures.ts';
import { atProviderPage, EVENTS_ADDRESS, providerNotice } from './payment-timelines.ts';
import { looked, looks, pressAndNote } from './pressing.ts';
import { PAY_ADDRESS, useVisitor } from './rig.ts';
import { patience } from './visitor.ts';

const rig = useVisitor();

const { open } = rig;

async function openForm() {
  const page = await open(payPage());
  // The script has enhanced the forms once the browser's own checks are off.
  await page.waitForFunction(() => document.querySelector<HTMLFormElement>('form#card')?.noValidate === true);
  return page;
}

const BANK_BUTTON = '.method[open] .primary';
const CANCEL = 'Cancel and return to Harbour Lane Books';
const idle = ['Demo Wallet', 'Pay €57.20 with Demo Bank', CANCEL].join(', ');
const busy = ['Demo Wallet', 'Taking you to Demo Bank…', CANCEL].map((label) => `${label} (disabled)`).join(', ');

/** The entry of the bank is open. */
async function openBank() {
  const page = await openForm();
  await page.getByText('Demo Bank', { exact: true }).click();
  await page.getByText('You pay on the next page.').waitFor();
  return page;
}

describe('the button of a provider', () => {
  it('posts its id with the server’s hidden fields, without the card fields, which may be empty or invalid', async () => {
    const page = await openForm();
    await page.getByLabel('Card number', { exact: true }).fill('5123 4500');
    await page.getByRole('button', { name: 'Pay €57.20 with Demo Wallet' }).click();
    await expect.poll(() => rig.preview.posts.length, patience).toBe(1);
    expect(rig.preview.posts[0]?.url).toBe(PAY_ADDRESS);
    expect(Object.fromEntries(rig.preview.posts[0]?.body ?? [])).toEqual({
      sessionVersion: 'a1b2c3d401',
      attempt: '1',
      csrf: 'token-of-the-form',
      method: 'demoWallet',
      timeZone: 'UTC',
    });
  });

  itAtLength([undefined, 'send again'] as const, isFirst)(
    'starts one payment for any number of presses (%s), and alone names its target',
    async (reaction) => {
      const page = await openBank();
      rig.preview.hold(true);
      const answered = page.waitForEvent('load');
      await pressAndNote(page, BANK_BUTTON, reaction);
      await expect.poll(() => rig.preview.posts.length, patience).toBe(1);
      rig.preview.hold(false);
      await answered;
      expect(await looks(page)).toEqual([busy]);
      expect(rig.preview.posts.map(({ body }) => body.get('method'))).toEqual(['demoBank']);
    },
  );

  it('can be pressed again when the payer comes Back to this very page', AT_LENGTH, async () => {
    const page = await openBank();
    rig.preview.hold(true);
    const answered = page.waitForEvent('load');
    const returned = looked(page, idle);
    await pressAndNote(page, BANK_BUTTON, 'return');
    await expect.poll(() => rig.preview.posts.length, patience).toBe(1);
    await returned;
    rig.preview.hold(false);
    await answered;
    expect(await looks(page)).toEqual([busy, idle]);
  });

  it('is absent where nothing is charged', async () => {
    const page = await open(chargelessPage('VERIFY'));
    expect(await page.locator('.express, details.method').count()).toBe(0);
  });
});

it('after a payment at a provider without success, the page opens on the notice about it', async () => {
  const page = await open(payPage({ notice: providerNotice('declined') }));
  expect(await page.locator('.notice:focus').textContent()).toMatch(
    /Demo Wallet declined the payment.*You have not been charged\..*You can try 2 more times\./s,
  );
});

describe('a payer with an undecided payment at a provider', () => {
  const status = {
    href: '/checkout/status/handle-of-the-payment',
    watch: { eventsUrl: EVENTS_ADDRESS, next: '/checkout/done/SESSION000000000000000000000001' },
  };

  it('sees which provider has not answered, and a link to the payment’s status', async () => {
    const page = await open(unpayablePage('pending', { provider: 'Demo Wallet', status }));
    expect(await page.locator('h1').textContent()).toContain('Demo Wallet has not answered yet');
    const link = page.getByRole('link', { name: 'Status of this payment' });
    expect(await link.getAttribute('href')).toBe(status.href);
  });

  itAtLength(
    [
      ['pending', 'Your bank has not answered yet'],
      ['unknown', 'We’re still finding out'],
    ] as const,
    isFirst,
  )('by card sees the bank’s state, and is redirected by an event: %s', async (kind, title) => {
    const page = await open(unpayablePage(kind, { status }));
    expect(await page.locator('h1').textContent()).toBe(title);
    const link = page.getByRole('link', { name: 'Status of this payment' });
    expect(await link.getAttribute('href')).toBe(status.href);
    await page.getByText('This page updates by itself.').waitFor();
    await expect.poll(() => rig.preview.listeners, patience).toBe(1);
    rig.preview.show(donePage('paid'));
    rig.preview.notify();
    await page.getByRole('heading', { name: 'Payment complete' }).waitFor();
    expect(page.url()).toBe(rig.preview.origin + status.watch.next);
  });
});

describe('a payer who leaves for a provider', () => {
  it('sees the provider, the amount and the shop, with a link to continue by hand', async () => {
    const page = await open(atProviderPage('leaving'));
    expect(await page.locator('h1').textContent()).toBe('Taking you to Demo Wallet…');
    expect(await page.locator('main').textContent()).toContain('You’ll pay €57.20 to Harbour Lane Books there.');
    const link = page.getByRole('link', { name: 'Continue with Demo Wallet' });
    expect(await link.getAttribute('href')).toBe('/redirect/handle-of-the-payment');
  });

  it('sees on return a link to continue, the order, and that nothing was charged', async () => {
    const page = await open(atProviderPage('atProvider'));
    expect(await page.locator('h1').textContent()).toBe('You started to pay with Demo Wallet');
    expect(await page.getByText('You have not been charged.').isVisible()).toBe(true);
    expect(await page.getByRole('link', { name: 'Continue with Demo Wallet' }).isVisible()).toBe(true);
    expect(await page.locator('.order').textContent()).toContain('HL-20261121-0042');
  });

  it('can choose another payment method', async () => {
    const page = await open(atProviderPage('atProvider'));
    await page.getByRole('button', { name: 'Pay another way' }).click();
    await expect.poll(() => rig.preview.posts.length, patience).toBe(1);
    expect(rig.preview.posts[0]?.url).toBe('/checkout/other/SESSION000000000000000000000001');
    expect(Object.fromEntries(rig.preview.posts[0]?.body ?? [])).toEqual({
      csrf: 'token-of-the-form',
      timeZone: 'UTC',
    });
  });

  it(
    'sees first that no other method is possible yet, when the provider could not be reached to cancel the payment',
    AT_LENGTH,
    async () => {
      const page = await open(atProviderPage('atProvider', { unreached: 'anotherWay' }));
      expect(await page.locator('.notice:focus').textContent()).toContain('you cannot pay another way yet');
      expect(await page.getByRole('button', { name: 'Pay another way' }).isVisible()).toBe(true);
    },
  );

  it('can cancel and return to the shop', AT_LENGTH, async () => {
    const page = await open(atProviderPage('atProvider'));
    await page.getByRole('button', { name: 'Cancel and return to Harbour Lane Books' }).click();
    await expect.poll(() => rig.preview.posts.length, patience).toBe(1);
    expect(rig.preview.posts[0]?.url).toBe('/checkout/cancel/SESSION000000000000000000000001');
    expect(Object.fromEntries(rig.preview.posts[0]?.body ?? [])).toEqual({
      csrf: 'token-of-the-form',
      timeZone: 'UTC',
    });
  });

  it('sees first why the payment was not cancelled', AT_LENGTH, async () => {
    const page = await open(atProviderPage('atProvider', { unreached: 'cancel' }));
    expect(await page.locator('.notice:focus').textContent()).toContain('could not cancel the payment');
  });

  it('sees no other method that the server does not offer', AT_LENGTH, async () => {
    const { otherAction: _action, cancelAction: _cancel, hidden: _hidden, ...rest } = atProviderPage('atProvider');
    const page = await open(rest);
    expect(await page.getByRole('button').count()).toBe(0);
  });

  it('is redirected to web addresses alone', async () => {
    const page = await open(atProviderPage('atProvider', { continueUrl: 'javascript:alert(1)' }));
    expect(await page.getByRole('link', { name: 'Continue with Demo Wallet' }).count()).toBe(0);
  });
});
