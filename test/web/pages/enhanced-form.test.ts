/** The script's changes to the form that the server rendered: it updates elements in place, without recreating them. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { builtFile } from '../../../src/web/built-file.ts';
import { LOCALES, textFor } from '../../../src/web/text/index.ts';
import type { PayPage } from '../../../src/web/views/index.ts';
import { AT_LENGTH, isFirst, itAtLength } from '../../support/at-length.ts';
import { askedPage } from './details-fixtures.ts';
import { payPage } from './fixtures.ts';
import { looks, pressAndNote } from './pressing.ts';
import { PAY_ADDRESS, useVisitor } from './rig.ts';
import { patience } from './visitor.ts';

const rig = useVisitor();

async function open(changes: Partial<PayPage> = {}): Promise<Page> {
  const page = await rig.open(payPage(changes));
  await page.waitForFunction(() => document.querySelector<HTMLFormElement>('form#card')?.noValidate === true);
  return page;
}

async function served(changes: Partial<PayPage> = {}): Promise<string> {
  rig.preview.show(payPage(changes));
  return (await fetch(rig.preview.origin + PAY_ADDRESS)).text();
}

/** Collects every text in a tree of texts. */
function textsIn(tree: unknown): string[] {
  return typeof tree === 'string' ? [tree] : Object.values(tree as object).flatMap(textsIn);
}

const entries = (page: Page) => page.locator('form#card .notice li').allTextContents();

describe('the texts', () => {
  it('of possible errors are in the page once, for server and script', async () => {
    const html = (await served()).replaceAll('&quot;', '"');
    for (const sentence of textsIn(textFor('en').form.wrong)) {
      expect(html.split(`"${sentence}"`).length - 1, sentence).toBe(1);
    }
  });

  it('come from the server: the script has none of them', async () => {
    const [, address = ''] = /<script[^>]* src="([^"]+)"/.exec(await served()) ?? [];
    const script = await readFile(builtFile(`client${address}`), 'utf8');
    expect(textsIn(LOCALES.en.form).filter((text) => /\s/.test(text) && script.includes(text))).toEqual([]);
  });
});

it('Enter in the last field of the card pays', async () => {
  const page = await open();
  for (const [name, value] of Object.entries({ number: '5123450000000008', expiry: '01/39', securityCode: '100' })) {
    await page.locator(`#card-${name}`).fill(value);
  }
  await page.locator('#card-securityCode').press('Enter');
  await expect.poll(() => rig.preview.posts.length, patience).toBe(1);
});

describe('a live region', () => {
  it('is in the page as it is served, and is the same element once it has text', async () => {
    const html = await served();
    expect(html.match(/ (?:role="(?:status|alert|log)"|aria-live="[^"]*")[^>]*>/g)).toEqual([' role="status">']);
    const page = await open();
    const said = await page.locator('#said').elementHandle();
    await page.locator('#card-number').pressSequentially('4111');
    await page.locator('#said', { hasText: 'Visa' }).waitFor();
    await page.keyboard.press('Tab');
    await page.getByRole('alert').filter({ hasText: 'too short' }).waitFor();
    expect(await page.locator('#card-number-error').getAttribute('role')).toBe('alert');
    // Pressing Pay moves the focus there, which reads it: it is not an alert as well.
    await page.locator('#card .primary').click();
    await expect.poll(() => page.getByRole('alert').count(), patience).toBe(0);
    expect(await said?.evaluate((element) => element.isConnected)).toBe(true);
  });

  it('is not changed by a key that does not change its text', AT_LENGTH, async () => {
    const page = await open({ errors: { number: 'invalid', securityCode: 'missing' } });
    await page.evaluate(() => {
      const spoken: string[] = [];
      for (const speaker of document.querySelectorAll('[role=alert], [role=status], [aria-live]')) {
        new MutationObserver(() => spoken.push(speaker.id || speaker.className)).observe(speaker, {
          childList: true,
          characterData: true,
          subtree: true,
        });
      }
      Object.assign(window, { spoken });
    });
    const spoken = () => page.evaluate(() => (window as unknown as { spoken: string[] }).spoken.splice(0));
    await page.locator('#card-number').pressSequentially('4');
    // The error is about another problem now, and the brand is known.
    expect(new Set(await spoken())).toEqual(new Set(['said']));
    await page.locator('#card-number').pressSequentially('1111');
    expect(await spoken()).toEqual([]);
    await page.locator('#card-nameOnCard').pressSequentially('Ada');
    expect(await spoken()).toEqual([]);
  });
});

describe('the summary', () => {
  it('follows each field: another error, none, and one again', async () => {
    const page = await open();
    await page.getByLabel('Card number', { exact: true }).fill('5123 4500 0000 0008');
    await page.locator('#card .primary').click();
    const [expiry, missing] = ['Enter your card’s expiry date.', 'Enter your card’s security code.'];
    await expect.poll(() => entries(page), patience).toEqual([expiry, missing]);
    const code = page.getByLabel('Security code');
    await code.fill('1');
    expect(await entries(page)).toEqual([expiry, 'The security code is too short.']);
    await code.fill('100');
    expect(await entries(page)).toEqual([]);
    await code.fill('');
    expect(await entries(page)).toEqual([expiry, missing]);
  });

  it('is absent for a single error, which is at its field', async () => {
    const page = await open();
    await page.getByLabel('Card number', { exact: true }).fill('5123 4500 0000 0008');
    await page.getByLabel('Expiry date').fill('01/39');
    await page.locator('#card .primary').click();
    await page.locator('#card-securityCode:focus').waitFor();
    expect(await page.locator('#card-securityCode-error').textContent()).toBe('Enter your card’s security code.');
    expect(await page.locator('#card .notice').count()).toBe(0);
  });

  it('keeps its entries in the order of their fields', AT_LENGTH, async () => {
    const page = await open();
    await page.locator('#card .primary').click();
    const all = ['Enter your card number.', 'Enter your card’s expiry date.', 'Enter your card’s security code.'];
    await expect.poll(() => entries(page), patience).toEqual(all);
    await page.locator('#card-expiry').fill('01/39');
    expect(await entries(page)).toEqual([all[0], all[2]]);
    await page.locator('#card-expiry').fill('');
    expect(await entries(page)).toEqual(all);
  });

  it('consists of the same elements, whether server or script finds the errors', AT_LENGTH, async () => {
    const summary = (page: Page) =>
      page.locator('form#card .notice').evaluate((one) => {
        // The server's summary takes the focus as the page opens.
        one.removeAttribute('autofocus');
        return one.outerHTML;
      });
    const ofServer = await summary(
      await open({ errors: { number: 'missing', expiry: 'missing', securityCode: 'missing' } }),
    );
    const page = await open();
    await page.locator('#card .primary').click();
    await page.locator('form#card .notice').waitFor();
    expect(await summary(page)).toBe(ofServer);
  });

  it('loses the entry of a detail once that is valid', AT_LENGTH, async () => {
    const page = await rig.open(askedPage());
    await page.locator('#card .primary').click();
    await expect.poll(() => entries(page), patience).toContain('Fill in “Email address”.');
    await page.locator('#card-email').fill('ada@example.com');
    expect(await entries(page)).not.toContain('Fill in “Email address”.');
  });
});

describe('a field', () => {
  it('is validated again when the number changes the length of its code', async () => {
    const page = await open();
    await page.locator('#card-number').fill('5123 4500 0000 0008');
    await page.locator('#card-securityCode').fill('100');
    await page.keyboard.press('Tab');
    expect(await page.locator('#card-securityCode').getAttribute('aria-invalid')).toBeNull();
    await page.locator('#card-number').fill('378282246310005');
    await page.locator('#card-securityCode-error', { hasText: 'The security code is too short.' }).waitFor();
    await page.locator('#card-number').fill('5123 4500 0000 0008');
    await expect.poll(() => page.locator('#card-securityCode-error').textContent(), patience).toBe('');
  });

  it('that a browser fills in is rewritten, and keeps the focus', async () => {
    const page = await open();
    await page.locator('#card-nameOnCard').focus();
    const filled = await page.evaluate(() => {
      for (const [id, value] of [
        ['card-number', '378282246310005'],
        ['card-expiry', '012039'],
      ] as const) {
        const box = document.getElementById(id) as HTMLInputElement;
        box.value = value;
        box.dispatchEvent(new Event('input', { bubbles: true }));
      }
      const values = [...document.querySelectorAll<HTMLInputElement>('#card-number, #card-expiry')];
      return [...values.map(({ value }) => value), document.activeElement?.id];
    });
    expect(filled).toEqual(['3782 822463 10005', '01/39', 'card-nameOnCard']);
    await page.locator('#said', { hasText: 'Card type: American Express' }).waitFor();
  });

  it('that an input method still composes in is not rewritten', async () => {
    const page = await open();
    const value = await page.locator('#card-number').evaluate((box: HTMLInputElement) => {
      box.value = '51234';
      box.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }));
      return box.value;
    });
    expect(value).toBe('51234');
  });

  it('of an expiry is completed once it loses the focus', async () => {
    const page = await open();
    await page.locator('#card-expiry').fill('1/2039');
    await page.keyboard.press('Tab');
    expect(await page.locator('#card-expiry').inputValue()).toBe('01/39');
  });
});

describe('the brand of the number', () => {
  it(
    'that is not among the accepted ones is still announced, and none of these is highlighted',
    AT_LENGTH,
    async () => {
      const page = await open({ brands: ['VISA', 'MASTERCARD'] });
      await page.locator('#card-number').fill('3782');
      await page.locator('#said', { hasText: 'Card type: American Express' }).waitFor();
      expect(await page.locator('.brands.known').count()).toBe(0);
    },
  );

  it('is cleared with the digits, as is the hint about its code', async () => {
    const page = await open();
    await page.locator('#card-number').fill('3782');
    expect(await page.locator('#card-securityCode-hint').textContent()).toBe('4 digits, front of card');
    await page.locator('#card-number').fill('');
    expect(await page.locator('#said').textContent()).toBe('');
    expect(await page.locator('.mark.other').count()).toBe(0);
    expect(await page.locator('#card-securityCode-hint').textContent()).toBe('3 digits, back of card');
    expect(await page.locator('.code use').getAttribute('href')).toBe('#m-back');
  });

  it('is cleared with the number of a page that the browser restored as it was sent', AT_LENGTH, async () => {
    const page = await open();
    for (const [id, value] of [
      ['number', '378282246310005'],
      ['expiry', '01/39'],
      ['securityCode', '1000'],
    ] as const) {
      await page.locator(`#card-${id}`).fill(value);
    }
    await page.evaluate(() => {
      window.addEventListener('submit', (event) => event.preventDefault(), true);
      document.querySelector<HTMLFormElement>('form#card')?.requestSubmit();
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    expect(await page.locator('#card-number').inputValue()).toBe('');
    expect(await page.locator('#said').textContent()).toBe('');
    expect(await page.locator('.mark.other').count()).toBe(0);
  });
});

describe('a gift card', () => {
  const gift = { method: 'giftCard', asksBalance: true } as const;

  itAtLength(
    [
      ['60', '', 'The gift card number is too short.'],
      ['6006 0000 0000 0993', '12', 'The PIN is too short.'],
      ['5123 4500 0000 0008', '', 'This is the number of a payment card. To pay with it, choose “Card”.'],
    ],
    isFirst,
  )('%s with the PIN %j gets the message: %s', async (number, pin, sentence) => {
    const page = await open(gift);
    await page.getByLabel('Gift card number').fill(number);
    await page.getByLabel('PIN').fill(pin);
    await page.locator('form#giftCard .primary').click();
    await page.locator('form#giftCard .error').filter({ hasText: sentence }).waitFor();
    expect(await page.locator('form#giftCard .notice').count()).toBe(0);
    expect(rig.preview.posts).toEqual([]);
  });

  it('shows that its balance is requested, by the button’s name in the posted form, and disables the other buttons', async () => {
    const page = await open(gift);
    await page.getByLabel('Gift card number').fill('6006 0000 0000 0993');
    rig.preview.hold(true);
    const answered = page.waitForEvent('load');
    await pressAndNote(page, '.balance');
    await expect.poll(() => rig.preview.posts.length, patience).toBe(1);
    rig.preview.hold(false);
    await answered;
    expect(rig.preview.posts[0]?.body.get('balance')).toBe('1');
    const [look, ...more] = await looks(page);
    expect(more).toEqual([]);
    expect(look).toBe(
      'Demo Wallet (disabled), Pay €57.20 (disabled), Asking for the balance…, ' +
        'Cancel and return to Harbour Lane Books (disabled)',
    );
  });
});

it('a wallet’s button names its target, with a sign of progress in place of its drawing', async () => {
  const page = await open();
  const seen = await page.evaluate(() => {
    window.addEventListener('submit', (event) => event.preventDefault(), true);
    const button = document.querySelector('.express button') as HTMLButtonElement;
    button.click();
    const mark = button.querySelector('.provider') as Element;
    return {
      label: button.textContent,
      said: document.getElementById('said')?.textContent,
      spinner: getComputedStyle(button, '::before').animationName,
      drawing: getComputedStyle(mark).display,
    };
  });
  const words = 'Taking you to Demo Wallet…';
  expect(seen).toEqual({ label: words, said: words, spinner: 'turn', drawing: 'none' });
});
