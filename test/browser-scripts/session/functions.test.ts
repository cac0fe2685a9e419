/** The functions of `PaymentSession`, and the arguments of the page's callbacks. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WHOLE_BROWSER } from '../../browser.ts';
import { useRig } from '../../journeys/rig.ts';
import { AT_LENGTH } from '../../support/at-length.ts';
import { openScriptShop, type ScriptShop } from '../script-shop.ts';
import { CARD, call, callsOf, field, formPage, frameOf, type } from './form-page.ts';

/** The headless shell has no autofill. */
const rig = useRig({ browser: { executablePath: WHOLE_BROWSER } });
let shop: ScriptShop;
beforeAll(async () => {
  shop = await openScriptShop();
});
afterAll(() => shop.close());

async function openForm(options: Parameters<typeof formPage>[2] = {}): Promise<Page> {
  const { page } = await rig.payer();
  await page.goto(formPage(rig, shop, { session: 'SESSION', ...options }));
  await callsOf(page, 'initialized');
  return page;
}

describe('a listener of a page', () => {
  it('is called with the selector and the role, on focus, blur, change and mouse events', async () => {
    const page = await openForm({
      script: ['onFocus', 'onBlur', 'onChange', 'onMouseOver', 'onMouseOut']
        .map((name) => `PaymentSession.${name}(['card.number', 'card.securityCode'], note('${name}'));`)
        .join(''),
    });
    await field(page, '#number').hover();
    await type(page, '#number', '51');
    await field(page, '#code').click();
    expect(await callsOf(page, 'onMouseOver')).toEqual(['#number', 'card.number']);
    expect(await callsOf(page, 'onFocus')).toEqual(['#number', 'card.number']);
    expect(await callsOf(page, 'onChange')).toEqual(['#number', 'card.number']);
    expect(await callsOf(page, 'onBlur')).toEqual(['#number', 'card.number']);
    expect(await callsOf(page, 'onMouseOut')).toEqual(['#number', 'card.number']);
    expect(await callsOf(page, 'onFocus', 2)).toEqual(['#code', 'card.securityCode']);
  });

  it('is called when a field is filled, and when it is emptied again', AT_LENGTH, async () => {
    const page = await openForm({ script: `PaymentSession.onEmptinessChange(['card.number'], note('emptiness'));` });
    await type(page, '#number', '5');
    expect(await callsOf(page, 'emptiness')).toEqual(['#number', { isEmpty: false }]);
    await page.keyboard.press('Backspace');
    expect(await callsOf(page, 'emptiness', 2)).toEqual(['#number', { isEmpty: true }]);
  });

  it('is called when a field’s validity changes, without an error while the payer types', async () => {
    const page = await openForm({
      script: `PaymentSession.onValidityChange(['card.securityCode', 'card.expiryMonth'], note('validity'));`,
    });
    await type(page, '#code', '1');
    const tooShort = { isValid: false, isIncomplete: true, errorReason: 'INVALID_VALUE' };
    expect(await callsOf(page, 'validity')).toEqual(['#code', { ...tooShort, hasError: false }, 'card.securityCode']);
    await type(page, '#month', '13');
    expect(await callsOf(page, 'validity', 2)).toEqual(['#code', { ...tooShort, hasError: true }, 'card.securityCode']);
    expect(await callsOf(page, 'validity', 4)).toEqual([
      '#month',
      { isValid: false, isIncomplete: false, hasError: true, errorReason: 'INVALID_VALUE' },
      'card.expiryMonth',
    ]);
  });

  it('is called with a BIN only after the whole number, and with the kind of card', AT_LENGTH, async () => {
    const page = await openForm({
      script: `PaymentSession.onCardBINChange(note('bin')); PaymentSession.onCardTypeChange(note('type'));`,
    });
    await type(page, '#number', CARD.number.slice(0, -1));
    expect(await callsOf(page, 'type', 2)).toEqual(['#number', { status: 'INSUFFICIENT_LENGTH', brand: 'MASTERCARD' }]);
    const before = (await page.evaluate(() => Reflect.get(window, 'told'))) as [string][];
    expect(before.map(([name]) => name)).not.toContain('bin');
    await page.keyboard.type('8');
    expect(await callsOf(page, 'bin')).toEqual(['#number', { BIN: '512345' }]);
    const [, found] = await callsOf(page, 'type', 3);
    expect(found).toMatchObject({
      status: 'SUPPORTED',
      brand: 'MASTERCARD',
      scheme: 'MASTERCARD',
      fundingMethod: expect.any(String),
    });
  });

  it('is called though an earlier listener has thrown', AT_LENGTH, async () => {
    const page = await openForm({
      script: `PaymentSession.onFocus(['card.number'], () => { throw new Error('of the page'); });
        PaymentSession.onBlur(['card.number'], note('blur'));`,
    });
    await field(page, '#number').click();
    await field(page, '#code').click();
    expect(await callsOf(page, 'blur')).toEqual(['#number', 'card.number']);
  });
});

describe('texts', () => {
  it('of the language are the page’s, and change when it sets them', async () => {
    const page = await openForm({ more: `locale: 'pt_BR',` });
    const lang = () => frameOf(page, '#number').locator('html').getAttribute('lang');
    expect(await lang()).toBe('pt-BR');
    await call(page, 'PaymentSession.setLocale("de")');
    await expect.poll(lang).toBe('de');
  });

  it('of an error are read at the field, which is marked as invalid', AT_LENGTH, async () => {
    const page = await openForm();
    await call(page, 'PaymentSession.setMessage("card.number", "Check your number")');
    const message = frameOf(page, '#number').locator('#m');
    await expect.poll(() => message.textContent()).toBe('Check your number');
    expect(await field(page, '#number').getAttribute('aria-invalid')).toBe('true');
    await call(page, 'PaymentSession.setMessage("card.number", "")');
    await expect.poll(() => field(page, '#number').getAttribute('aria-invalid')).toBeNull();
  });
});

it('setFocus moves the focus into the field', AT_LENGTH, async () => {
  const page = await openForm();
  await call(page, 'PaymentSession.setFocus("card.securityCode")');
  await expect.poll(() => field(page, '#code').evaluate((control) => document.activeElement === control)).toBe(true);
  await page.keyboard.type('321');
  expect(await field(page, '#code').inputValue()).toBe('321');
});

it('one autofill fills the whole card', AT_LENGTH, async () => {
  const page = await openForm();
  // Simulates a browser's autofill of the fields of the number's document.
  await frameOf(page, '#number')
    .locator('body')
    .evaluate(() => {
      const values: Record<string, string> = {
        'cc-number': '5123450000000008',
        'cc-exp-month': '01',
        'cc-exp-year': '2039',
        'cc-csc': '100',
        'cc-name': 'Ada Lovelace',
      };
      for (const input of document.querySelectorAll('input')) {
        input.value = values[input.autocomplete] ?? '';
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }
    });
  const typed = ['#number', '#month', '#year', '#code', '#name'].map((selector) => field(page, selector).inputValue());
  expect(await Promise.all(typed)).toEqual(['5123 4500 0000 0008', '01', '2039', '100', 'Ada Lovelace']);
});

it('the script works at the address of its content hash, with its integrity value', AT_LENGTH, async () => {
  const { page } = await rig.payer();
  const { origin } = rig.stack;
  const inventory = await (await fetch(`${origin}/static/scripts.json`)).json();
  const { scripts } = inventory as { scripts: { script: string; pinned: string; integrity: string }[] };
  const { pinned, integrity } = scripts.find(({ script }) => script === 'session')!;
  await page.goto(
    shop.page(`<input id="code" readonly>
      <script src="${origin}${pinned}?version=100&merchant=TESTSHOP" integrity="${integrity}" crossorigin></script><script>
        window.told = [];
        PaymentSession.configure({ fields: { card: { securityCode: '#code' } },
          callbacks: { initialized: (result) => told.push(['initialized', result]) } });
      </script>`),
  );
  expect(await callsOf(page, 'initialized')).toEqual([{ status: 'ok' }]);
});

it('the script finds its gateway as a module too, without a script tag while it runs', AT_LENGTH, async () => {
  const { page } = await rig.payer();
  const address = `${rig.stack.origin}/form/version/100/merchant/TESTSHOP/session.js`;
  await page.goto(
    shop.page(`<input id="code" readonly><script type="module" src="${address}"></script><script type="module">
      window.told = [];
      PaymentSession.configure({ fields: { card: { securityCode: '#code' } },
        callbacks: { initialized: (result) => told.push(['initialized', result]) } });
    </script>`),
  );
  expect(await callsOf(page, 'initialized')).toEqual([{ status: 'ok' }]);
});

it('the script adds only one global', async () => {
  const { page } = await rig.payer();
  const names = `window.before = Object.getOwnPropertyNames(window);`;
  const after = `window.made = Object.getOwnPropertyNames(window).filter((name) => !before.includes(name) && name !== 'made');`;
  const address = `${rig.stack.origin}/form/version/100/merchant/TESTSHOP/session.js?debug=true`;
  await page.goto(shop.page(`<script>${names}</script><script src="${address}"></script><script>${after}</script>`));
  expect(await page.evaluate(() => Reflect.get(window, 'made'))).toEqual(['before', 'PaymentSession']);
});
