// @module-tag at-length
/** The demo shop's payment pages: hosted fields, the embedded page and the lightbox. */
import type { FrameLocator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { field, type, typeCard } from '../browser-scripts/session/form-page.ts';
import { AT_LENGTH } from '../support/at-length.ts';
import { APPROVED, DECLINED, heading, payByCard, press } from './form.ts';
import { useRig } from './rig.ts';

/** The shop's host is registered with the port of the sandbox beside which the gateway was started. */
const rig = useRig();

async function begin(way: string) {
  const payer = await rig.payer();
  await payer.page.goto(rig.stack.shopOrigin);
  await payer.page.getByRole('button', { name: way }).click();
  await heading(payer.page, 'Pay for your order');
  const orderId = new URL(payer.page.url()).searchParams.get('order') ?? '';
  return { ...payer, orderId };
}

/** The payment page in the form that `form.ts` accepts, which only locates elements in it. */
const inFrame = (page: Page) => page.frameLocator('iframe') as FrameLocator & Page;

async function isPaid(page: Page, orderId: string): Promise<void> {
  await heading(page, 'Thank you, it is paid');
  expect((await rig.stack.merchant.order(orderId)).body).toMatchObject({ status: 'CAPTURED', amount: 9.8 });
}

describe('hosted fields', () => {
  it('let a declined payer try another card on the same page, who is charged once', async () => {
    const { page, complaints, orderId } = await begin('Hosted fields');
    const [month = '', year = ''] = DECLINED.split('/');
    await typeCard(page, { month, year });
    await page.getByRole('button', { name: 'Pay €9.80' }).click();
    await page.getByText('The card was declined.').waitFor();
    await typeCard(page);
    await page.getByRole('button', { name: 'Pay €9.80' }).click();
    await isPaid(page, orderId);
    expect(await page.locator('main').textContent()).not.toContain('Result indicator');
    expect(await rig.stack.acquirer.states(orderId)).toEqual(['DECLINED', 'APPROVED']);
    expect(complaints).toEqual([]);
  });

  it('show the correction beside each field and inside it', AT_LENGTH, async () => {
    const { page, orderId } = await begin('Hosted fields');
    await type(page, '#month', '13');
    await page.getByRole('button', { name: 'Pay €9.80' }).click();
    await expect.poll(() => page.locator('#number-error').textContent()).toBe('Check your card number.');
    expect(await page.locator('#month-error').textContent()).toBe('Check the month, as on your card.');
    const message = page.frameLocator('#number + iframe').locator('#m');
    await expect.poll(() => message.textContent()).toBe('Check your card number.');
    await expect
      .poll(() => field(page, '#number').evaluate((control) => control === document.activeElement))
      .toBe(true);
    expect(await rig.stack.acquirer.states(orderId)).toEqual([]);
  });

  it('charge a form once that is sent twice', AT_LENGTH, async () => {
    const { page, orderId } = await begin('Hosted fields');
    let body = '';
    page.on('request', (request) => {
      body = request.url().endsWith('/shop/pay') ? (request.postData() ?? '') : body;
    });
    await typeCard(page);
    await page.getByRole('button', { name: 'Pay €9.80' }).click();
    await isPaid(page, orderId);
    const again = await fetch(`${rig.stack.shopOrigin}/shop/pay`, {
      method: 'POST',
      body: new URLSearchParams(body),
      redirect: 'manual',
    });
    expect([again.status, again.headers.get('location')]).toEqual([303, `/shop/return?order=${orderId}`]);
    expect(await rig.stack.acquirer.states(orderId)).toEqual(['APPROVED']);
  });
});

describe('the embedded page', () => {
  it('is paid in, and the shop’s page continues', AT_LENGTH, async () => {
    const { page, complaints, orderId } = await begin('Embedded page');
    await payByCard(inFrame(page), DECLINED);
    await inFrame(page).getByText('You can try 2 more times.').waitFor();
    await payByCard(inFrame(page), APPROVED);
    await isPaid(page, orderId);
    expect(await page.locator('main').textContent()).toMatch(/Result indicator\s*matches/);
    expect(complaints).toEqual([]);
  });

  it('is cancelled, and the shop reports the order as unpaid', AT_LENGTH, async () => {
    const { page, orderId } = await begin('Embedded page');
    await press(inFrame(page), 'Cancel and return to Example Shop');
    await heading(page, 'Not paid');
    expect(await rig.stack.acquirer.states(orderId)).toEqual([]);
  });
});

it('the lightbox is opened over the page, and paid in', AT_LENGTH, async () => {
  const { page, complaints, orderId } = await begin('Lightbox');
  await page.getByRole('button', { name: 'Pay €9.80' }).click();
  await page.getByRole('dialog', { name: 'Pay Example Shop' }).waitFor();
  await payByCard(inFrame(page));
  await isPaid(page, orderId);
  expect(complaints).toEqual([]);
});
