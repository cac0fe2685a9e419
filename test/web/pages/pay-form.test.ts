import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import type { PayPage } from '../../../src/web/views/index.ts';
import { AT_LENGTH, isFirst, itAtLength } from '../../support/at-length.ts';
import { chargelessPage, payPage } from './fixtures.ts';
import { looked, looks, pressAndNote } from './pressing.ts';
import { PAY_ADDRESS, useVisitor } from './rig.ts';
import { patience } from './visitor.ts';

const rig = useVisitor();

async function open(changes: Partial<PayPage> = {}) {
  const page = await rig.open(payPage(changes));
  // The script has enhanced the form once the browser's own checks are off.
  await page.waitForFunction(() => document.querySelector<HTMLFormElement>('form#card')?.noValidate === true);
  return page;
}

async function fillCard() {
  const { page } = rig.visitor;
  await page.getByLabel('Card number', { exact: true }).pressSequentially('5123450000000008');
  await page.getByLabel('Expiry date').pressSequentially('0139');
  await page.getByLabel('Security code').pressSequentially('100');
  await page.getByLabel('Name on card').fill('Ada Byrne');
}

const payButton = () => rig.visitor.page.getByRole('button', { name: 'Pay €57.20', exact: true });

const [WALLET, CANCEL] = ['Demo Wallet', 'Cancel and return to Harbour Lane Books'];
const idle = [WALLET, 'Pay €57.20', CANCEL].join(', ');
const busy = [WALLET, 'Paying…', CANCEL].map((label) => `${label} (disabled)`).join(', ');

describe('typing a card', () => {
  it('names each field of a card as browsers know it', async () => {
    const page = await open(payPage());
    const purposes = await page
      .locator('#card-number, #card-expiry, #card-securityCode, #card-nameOnCard')
      .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('autocomplete')));
    expect(purposes).toEqual(['cc-number', 'cc-exp', 'cc-csc', 'cc-name']);
  });

  it('groups the number, writes the slash and names the brand', async () => {
    const page = await open();
    await fillCard();
    expect(await page.locator('#card-number').inputValue()).toBe('5123 4500 0000 0008');
    expect(await page.locator('#card-expiry').inputValue()).toBe('01/39');
    expect(await page.locator('#said').textContent()).toContain('Mastercard');
  });

  it('keeps every digit of a long number in view, beside the brand', AT_LENGTH, async () => {
    const page = await open();
    await page.locator('#card-number').pressSequentially('6200000000000000003');
    await page.locator('#said', { hasText: 'Card type: UnionPay' }).waitFor();
    for (const width of [320, 390, 414, 430, 834]) {
      await page.setViewportSize({ width, height: 700 });
      const covered = await page.evaluate(() => {
        const box = document.querySelector('#card-number') as HTMLInputElement;
        const { fontSize, fontFamily, paddingLeft } = getComputedStyle(box);
        const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
        context.font = `${fontSize} ${fontFamily}`;
        const edge = box.getBoundingClientRect();
        const end = edge.left + Number.parseFloat(paddingLeft) + context.measureText(box.value).width;
        const marks = [...document.querySelectorAll('.brands .mark')].map((mark) => mark.getBoundingClientRect());
        return {
          digits: marks.some((mark) => mark.left < end && mark.bottom > edge.top),
          width: end > edge.right,
        };
      });
      expect(covered, `${width} pixels`).toEqual({ digits: false, width: false });
    }
  });

  it('requires four digits from the front of an American Express', AT_LENGTH, async () => {
    const page = await open();
    await page.locator('#card-number').pressSequentially('378282246310005');
    expect(await page.locator('#card-number').inputValue()).toBe('3782 822463 10005');
    expect(await page.locator('#card-securityCode-hint').textContent()).toBe('4 digits, front of card');
  });

  it('allows a digit to be corrected in the middle, with the caret in place', AT_LENGTH, async () => {
    const page = await open();
    const number = page.locator('#card-number');
    await number.pressSequentially('5123450000000008');
    await number.evaluate((box: HTMLInputElement) => box.setSelectionRange(7, 7));
    await page.keyboard.press('Backspace');
    await page.keyboard.type('59');
    expect(await number.inputValue()).toBe('5123 4590 0000 0000 8');
    expect(await number.evaluate((box: HTMLInputElement) => box.selectionStart)).toBe(8);
  });

  it('allows deletion to the last character, including slash and gaps', AT_LENGTH, async () => {
    const page = await open();
    await fillCard();
    for (const id of ['#card-number', '#card-expiry']) {
      await page.locator(id).focus();
      await page.keyboard.press('End');
      for (let key = 0; key < 24; key++) {
        await page.keyboard.press('Backspace');
      }
      expect(await page.locator(id).inputValue()).toBe('');
    }
  });

  it('keeps input that was typed before the script arrived', AT_LENGTH, async () => {
    const { page } = await rig.ownVisitor();
    rig.preview.show(payPage());
    let letScriptGo = (): void => {};
    const gate = new Promise<void>((resolve) => (letScriptGo = resolve));
    await page.route('**/_astro/*.js', async (route) => {
      await gate;
      await route.continue();
    });
    await page.goto(rig.preview.origin + PAY_ADDRESS, { waitUntil: 'commit' });
    await page.locator('#card-number').pressSequentially('4508750015741019');
    letScriptGo();
    await page.waitForFunction(() => document.querySelector<HTMLFormElement>('form#card')?.noValidate === true);
    expect(await page.locator('#card-number').inputValue()).toBe('4508750015741019');
    await page.locator('#said', { hasText: 'Card type: Visa' }).waitFor();
  });
});

describe('validating a card', () => {
  it('shows no error while a number is typed, shows one once the field is left, and clears it once the number is valid', async () => {
    const page = await open();
    const number = page.locator('#card-number');
    const error = page.locator('#card-number-error');
    await number.pressSequentially('512345000000000');
    expect(await error.textContent()).toBe('');
    await number.press('Tab');
    await page.locator('#card-number[aria-invalid="true"]').waitFor();
    expect(await error.textContent()).toBe('The card number is too short.');
    await number.press('End');
    await number.pressSequentially('8');
    await page.locator('#card-number:not([aria-invalid])').waitFor();
    expect(await error.textContent()).toBe('');
  });

  it('reports no error for an empty field that the payer only passes', AT_LENGTH, async () => {
    const page = await open();
    await page.locator('#card-number').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await page.locator('[aria-invalid]').count()).toBe(0);
  });

  it('does not send invalid input, and moves to the first invalid field', async () => {
    const page = await open();
    await payButton().click();
    await page.locator('#card-number:focus').waitFor();
    expect(await page.locator('#card-number').getAttribute('aria-describedby')).toContain('card-number-error');
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(3);
    expect(rig.preview.posts).toEqual([]);
  });

  it('refuses an expired card, but leaves it to the acquirer in the sandbox', AT_LENGTH, async () => {
    const page = await open();
    await page.locator('#card-expiry').pressSequentially('0420');
    await page.keyboard.press('Tab');
    await page.locator('#card-expiry-error', { hasText: 'expired' }).waitFor();
    rig.preview.show({ ...chargelessPage('VERIFY'), thisMonth: undefined as never });
    await page.goto(rig.preview.origin + PAY_ADDRESS);
    await page.locator('#card-expiry').pressSequentially('0420');
    await page.keyboard.press('Tab');
    expect(await page.locator('#card-expiry').getAttribute('aria-invalid')).toBeNull();
  });

  it('focuses the summary of the server’s errors, where each entry leads to its field', async () => {
    const page = await open({ errors: { number: 'invalid', securityCode: 'missing' } });
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('notice wrong');
    await page.getByRole('link', { name: 'Enter your card’s security code.' }).click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('card-securityCode');
  });
});

describe('paying', () => {
  it('posts the card under the names that the server reads', async () => {
    await open();
    await fillCard();
    await payButton().click();
    await expect.poll(() => rig.preview.posts.length, patience).toBe(1);
    expect(rig.preview.posts[0]?.url).toBe(PAY_ADDRESS);
    expect(Object.fromEntries(rig.preview.posts[0]?.body ?? [])).toEqual({
      sessionVersion: 'a1b2c3d401',
      attempt: '1',
      csrf: 'token-of-the-form',
      method: 'card',
      number: '5123 4500 0000 0008',
      expiry: '01/39',
      securityCode: '100',
      nameOnCard: 'Ada Byrne',
      timeZone: 'UTC',
    });
  });

  it('posts the gift card alone once that method is chosen', AT_LENGTH, async () => {
    const page = await open();
    await page.getByText('Gift card', { exact: true }).click();
    expect(await page.locator('details.method[open]').count()).toBe(1);
    await page.getByLabel('Gift card number').fill('6006 1234 5678 9012');
    await page.getByLabel('PIN').fill('1234');
    await payButton().click();
    await expect.poll(() => rig.preview.posts.length, patience).toBe(1);
    const { method, number, pin, securityCode } = Object.fromEntries(rig.preview.posts[0]?.body ?? []);
    expect([method, number, pin, securityCode]).toEqual(['giftCard', '6006 1234 5678 9012', '1234', undefined]);
  });

  itAtLength([undefined, 'send again'] as const, isFirst)(
    'is done once for any number of presses (%s)',
    async (reaction) => {
      const page = await open();
      await fillCard();
      rig.preview.hold(true);
      const answered = page.waitForEvent('load');
      await pressAndNote(page, '#card .primary', reaction);
      await expect.poll(() => rig.preview.posts.length, patience).toBe(1);
      rig.preview.hold(false);
      await answered;
      expect(await looks(page)).toEqual([busy]);
      expect(rig.preview.posts).toHaveLength(1);
    },
  );

  it('can be tried again when the payer comes Back to this very page', AT_LENGTH, async () => {
    const page = await open();
    await fillCard();
    rig.preview.hold(true);
    const answered = page.waitForEvent('load');
    const returned = looked(page, idle);
    await pressAndNote(page, '#card .primary', 'return');
    await expect.poll(() => rig.preview.posts.length, patience).toBe(1);
    await returned;
    rig.preview.hold(false);
    await answered;
    expect(await looks(page)).toEqual([busy, idle]);
  });

  it('can be tried again when the payer stops the next page from loading', AT_LENGTH, async () => {
    const page = await open();
    await fillCard();
    rig.preview.hold(true);
    await pressAndNote(page, '#card .primary', 'stop');
    await expect.poll(() => looks(page), patience).toEqual([busy, idle]);
  });

  it('dims the notice of the previous payment, until the payer comes Back to this very page', AT_LENGTH, async () => {
    const page = await open({ notice: { kind: 'declined', method: 'card', advice: 'otherCard', attemptsLeft: 2 } });
    await fillCard();
    const seen = await page.evaluate(async () => {
      const opacities = () =>
        ['.notice', '.cancel .quiet'].map((one) => getComputedStyle(document.querySelector(one) as Element).opacity);
      const form = document.querySelector<HTMLFormElement>('form#card');
      // The page stays, so that its look can be read.
      window.addEventListener('submit', (event) => event.preventDefault(), true);
      const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const before = opacities();
      form?.requestSubmit();
      await drawn();
      const busy = opacities();
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      await drawn();
      return { before, busy, after: opacities() };
    });
    expect(seen).toEqual({ before: ['1', '1'], busy: ['0.4', '0.5'], after: ['1', '1'] });
  });

  it('can be cancelled, with the fields by which the server finds the payment', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Cancel and return to Harbour Lane Books' }).click();
    await expect.poll(() => rig.preview.posts.length, patience).toBe(1);
    expect(rig.preview.posts[0]?.url).toBe('/checkout/cancel/SESSION000000000000000000000001');
    expect([...(rig.preview.posts[0]?.body.keys() ?? [])]).toEqual(['sessionVersion', 'attempt', 'csrf', 'timeZone']);
  });

  it('offers no other method and no amount where a card is only verified or saved', AT_LENGTH, async () => {
    for (const [operation, label] of [
      ['VERIFY', 'Check card'],
      ['NONE', 'Save card'],
    ] as const) {
      rig.preview.show(chargelessPage(operation));
      await rig.visitor.page.goto(rig.preview.origin + PAY_ADDRESS);
      expect(await rig.visitor.page.locator('.primary').textContent()).toBe(label);
      expect(await rig.visitor.page.locator('details.method').count()).toBe(0);
    }
  });
});

describe('the switch between payment methods', () => {
  it('works with the keyboard, and announces which method is open', async () => {
    const page = await open();
    const ways = page.locator('.method > summary');
    const opened = () =>
      page.locator('details.method').evaluateAll((all) => all.map((one) => (one as HTMLDetailsElement).open));
    await ways.nth(1).focus();
    await page.keyboard.press('Enter');
    expect(await opened()).toEqual([false, true, false]);
    expect(await page.locator('.methods').ariaSnapshot()).toContain('Gift card number');
    await page.keyboard.press('Enter');
    expect(await opened(), 'the open one stays open').toEqual([false, true, false]);
    await ways.nth(0).focus();
    await page.keyboard.press('Space');
    expect(await opened()).toEqual([true, false, false]);
  });
});

describe('a form that was sent with mistakes', () => {
  const summary = (page: Page) => page.getByRole('group', { name: 'Check what you entered' });

  it('has the error in the title and in a summary, whose links lead to the fields, and focuses the first field', async () => {
    const page = await open();
    await page.getByLabel('Expiry date').fill('13/39');
    await payButton().click();
    await summary(page).waitFor();
    expect(await page.title()).toBe('Error: Pay Harbour Lane Books');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('card-number');
    expect(await summary(page).getByRole('link').allTextContents()).toEqual([
      'Enter your card number.',
      'Enter the month and year, for example 04/29.',
      'Enter your card’s security code.',
    ]);
    await summary(page).getByRole('link').nth(1).click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('card-expiry');
  });

  it('loses each entry of the summary once its field is valid', AT_LENGTH, async () => {
    const page = await open();
    await fillCard();
    await page.getByLabel('Expiry date').fill('13/39');
    await page.getByLabel('Security code').fill('');
    await payButton().click();
    await summary(page).waitFor();
    expect(await summary(page).getByRole('link').count()).toBe(2);
    await page.getByLabel('Expiry date').fill('01/39');
    await expect.poll(() => summary(page).count(), patience).toBe(0);
  });

  itAtLength(
    [
      ['mistakes', { errors: { number: 'invalid' } }],
      ['a decline', { notice: { kind: 'declined', method: 'card', advice: 'otherCard' } }],
    ] as const,
    isFirst,
  )('has that title from the start where the server found %s', async (_what, changes) => {
    const page = await open(changes);
    expect(await page.title()).toBe('Error: Pay Harbour Lane Books');
  });

  it('has no such title without an error', async () => {
    expect(await (await open()).title()).toBe('Pay Harbour Lane Books');
    expect(await (await open({ notice: { kind: 'cancelled' } })).title()).toBe('Pay Harbour Lane Books');
  });
});

it('an error’s element is there for screen readers before it has text', async () => {
  const page = await open();
  const shown = await page.locator('.error').evaluateAll((all) => all.map((one) => getComputedStyle(one).display));
  expect(shown).not.toContain('none');
});

describe('a press on Pay after an invalid last field', () => {
  const sentence = 'The security code is too short.';

  /** Everything is correct but the code, and the payer is still in its box. */
  async function enterWrongCode() {
    const page = await open();
    await page.getByLabel('Card number', { exact: true }).pressSequentially('5123450000000008');
    await page.getByLabel('Expiry date').pressSequentially('0139');
    await page.getByLabel('Security code').pressSequentially('1');
    await payButton().scrollIntoViewIfNeeded();
    const box = await payButton().boundingBox();
    if (box === null) {
      throw new Error('The button is not to be seen.');
    }
    expect(await page.getByText(sentence).count()).toBe(0);
    // Near its upper edge, which any line that appears above moves out of reach.
    return { page, at: { x: box.x + box.width / 2, y: box.y + 4 } };
  }

  /** The click was accepted: the whole form was validated, and the focus is at the wrong box. */
  async function expectTaken(page: Page) {
    await page.locator('#card-securityCode-error').filter({ hasText: sentence }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('card-securityCode');
    expect(rig.preview.posts).toEqual([]);
  }

  itAtLength([320, 390, 1280], isFirst)('by mouse sends the form, %i pixels wide', async (width) => {
    const { page: own } = await rig.ownVisitor({ viewport: { width, height: 900 } });
    const { page, at } = await enterWrongCode();
    await own.mouse.move(at.x, at.y);
    await own.mouse.down();
    // A hand takes a tenth of a second to release the button.
    await own.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    await own.mouse.up();
    await expectTaken(page);
  });

  itAtLength([320, 390, 1280], isFirst)('by touch sends the form, %i pixels wide', async (width) => {
    const { page: own } = await rig.ownVisitor({ viewport: { width, height: 900 }, hasTouch: true });
    const { page, at } = await enterWrongCode();
    await own.touchscreen.tap(at.x, at.y);
    await expectTaken(page);
  });

  it('that is released elsewhere shows the error of the field that was left', AT_LENGTH, async () => {
    const { page, at } = await enterWrongCode();
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(1, 1);
    await page.mouse.up();
    await page.getByText(sentence).waitFor();
    expect(rig.preview.posts).toEqual([]);
  });
});

it('a browser’s history stores no form of a completed attempt', async () => {
  const page = await open();
  const nameOfFirst = () => page.locator('form#card input').first().getAttribute('name');
  expect(await nameOfFirst()).toBe('form-1');
  await open({ hidden: { sessionVersion: 'a1b2c3d401', attempt: '2', csrf: 'token-of-the-form' } });
  expect(await nameOfFirst()).toBe('form-2');
});

it('a page that the browser restored as it was sent has no card number and no code', async () => {
  const page = await open();
  await fillCard();
  const values = () =>
    page
      .locator('#card-number, #card-expiry, #card-securityCode')
      .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value));
  const comeBack = () =>
    page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await comeBack();
  expect(await values()).toEqual(['5123 4500 0000 0008', '01/39', '100']);
  // The form is sent, and the page stays: the browser's navigation is not part of this test.
  await page.evaluate(() => window.addEventListener('submit', (event) => event.preventDefault(), true));
  await payButton().click();
  await comeBack();
  expect(await values()).toEqual(['', '01/39', '']);
});
