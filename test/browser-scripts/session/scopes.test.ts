/** Every function of `PaymentSession` by scope: it applies to the form of that scope alone. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WHOLE_BROWSER } from '../../browser.ts';
import { useRig } from '../../journeys/rig.ts';
import { AT_LENGTH } from '../../support/at-length.ts';
import { openScriptShop, type ScriptShop } from '../script-shop.ts';
import { CARD, call, callsOf, field, formPage, frameOf, newSession, type } from './form-page.ts';

const rig = useRig({ browser: { executablePath: WHOLE_BROWSER } });
let shop: ScriptShop;
beforeAll(async () => {
  shop = await openScriptShop();
});
afterAll(() => shop.close());

const HTML = `<input id="number" aria-label="Card" readonly placeholder="first">
  <input id="other" aria-label="Other card" readonly placeholder="second">
  <input id="gift" aria-label="Gift card" readonly>`;

/** Two forms with a number each; the second has a gift card's too. */
async function open(script = ''): Promise<Page> {
  const { page } = await rig.payer();
  const session = await newSession(rig);
  await page.goto(
    formPage(rig, shop, {
      session,
      html: HTML,
      fields: "card: { number: '#number' }",
      script: `PaymentSession.configure({ session: '${session}',
        fields: { card: { number: '#other' }, giftCard: { number: '#gift' } },
        callbacks: { initialized: note('otherInitialized'), formSessionUpdate: note('otherUpdated') } }, 'other');
        ${script}`,
    }),
  );
  await callsOf(page, 'initialized');
  await callsOf(page, 'otherInitialized');
  return page;
}

const names = async (page: Page) =>
  ((await page.evaluate(() => Reflect.get(window, 'told'))) as [string][]).map(([name]) => name);
const styleOf = (page: Page, selector: string, property: string) =>
  field(page, selector).evaluate((control, name) => getComputedStyle(control).getPropertyValue(name), property);

describe('a function with a scope', () => {
  it('that listens gets events of the fields of that scope alone', async () => {
    const roles = [
      'onFocus',
      'onBlur',
      'onChange',
      'onMouseOver',
      'onMouseOut',
      'onEmptinessChange',
      'onValidityChange',
    ];
    const page = await open(
      [
        ...roles.map((name) => `PaymentSession.${name}(['card.number'], note('${name}'), 'other');`),
        ...['onCardBINChange', 'onCardTypeChange'].map((name) => `PaymentSession.${name}(note('${name}'), 'other');`),
      ].join('\n'),
    );
    await field(page, '#number').hover();
    await type(page, '#number', CARD.number);
    await field(page, '#gift').click();
    const all = (await page.evaluate(() => Reflect.get(window, 'told'))) as unknown[][];
    expect(all.filter((one) => one.includes('#number'))).toEqual([]);
    await field(page, '#other').hover();
    await type(page, '#other', CARD.number);
    await field(page, '#number').click();
    const heard = async () => {
      const calls = (await page.evaluate(() => Reflect.get(window, 'told'))) as [string, unknown][];
      return [...new Set(calls.filter(([, selector]) => selector === '#other').map(([name]) => name))].toSorted();
    };
    await expect.poll(heard).toEqual([...roles, 'onCardBINChange', 'onCardTypeChange'].toSorted());
  });

  it('that styles, labels or focuses changes the fields of that scope alone', AT_LENGTH, async () => {
    const page = await open(`
      PaymentSession.setFocusStyle(['card.number'], { letterSpacing: '3px' }, 'other');
      PaymentSession.setHoverStyle(['card.number'], { textIndent: '5px' }, 'other');
      PaymentSession.setPlaceholderStyle(['card.number'], { color: 'rgb(2, 2, 2)' }, 'other');
      PaymentSession.setPlaceholderShownStyle(['card.number'], { opacity: '0.5' }, 'other');
      PaymentSession.setMessage('card.number', 'Check it', 'other');`);
    expect([await styleOf(page, '#number', 'opacity'), await styleOf(page, '#other', 'opacity')]).toEqual(['1', '0.5']);
    await call(page, `PaymentSession.setFocus('card.number', 'other')`);
    const isFocused = (selector: string) =>
      field(page, selector).evaluate((control) => control === document.activeElement && document.hasFocus());
    await expect.poll(() => isFocused('#other')).toBe(true);
    expect(await styleOf(page, '#other', 'letter-spacing')).toBe('3px');
    await field(page, '#other').hover();
    await expect.poll(() => styleOf(page, '#other', 'text-indent')).toBe('5px');
    await field(page, '#number').click();
    expect([await styleOf(page, '#number', 'letter-spacing'), await styleOf(page, '#number', 'text-indent')]).toEqual([
      'normal',
      '0px',
    ]);
    const message = (selector: string) => frameOf(page, selector).locator('#m').textContent();
    expect([await message('#number'), await message('#other')]).toEqual(['', 'Check it']);
  });

  it('that validates or stores reads the fields of that scope and type alone', AT_LENGTH, async () => {
    const page = await open();
    await type(page, '#other', CARD.number);
    await call(page, `PaymentSession.validate('card', note('first'))`);
    await call(page, `PaymentSession.validate('card', note('second'), 'other')`);
    await call(page, `PaymentSession.validate('giftCard', note('gift'), 'other')`);
    expect((await callsOf(page, 'first'))[0].card.number.errorReason).toBe('EMPTY');
    await expect
      .poll(async () => {
        await call(page, `told.length = 0; PaymentSession.validate('card', note('second'), 'other')`);
        return (await callsOf(page, 'second'))[0];
      })
      .toEqual({
        card: { isValid: true, number: { isValid: true, isIncomplete: false, hasError: false, selector: '#other' } },
      });
    await call(page, `PaymentSession.validate('giftCard', note('gift'), 'other')`);
    expect((await callsOf(page, 'gift'))[0]).toMatchObject({
      giftCard: { isValid: false, number: { isValid: false, errorReason: 'EMPTY', selector: '#gift' } },
    });
    await call(page, `PaymentSession.updateSessionFromForm('card', undefined, 'other')`);
    expect((await callsOf(page, 'otherUpdated'))[0]).toMatchObject({ status: 'ok' });
    expect(await names(page)).not.toContain('updated');
  });
});

describe('the page’s error callback', () => {
  it('gets errors that no field can correct, beside the callback of the call', async () => {
    const { page } = await rig.payer();
    await page.goto(
      formPage(rig, shop, {
        session: `SESSION${'0'.repeat(24)}`,
        html: '<input id="code" aria-label="Code" readonly>',
        fields: "card: { securityCode: '#code' }",
        more: `callbacks: { initialized: note('initialized'), formSessionUpdate: note('updated'), error: note('error') },`,
      }),
    );
    await callsOf(page, 'initialized');
    await call(page, 'PaymentSession.updateSessionFromForm("card")');
    expect((await callsOf(page, 'updated'))[0].status).toBe('fields_in_error');
    expect(await names(page)).not.toContain('error');
    await type(page, '#code', '100');
    await call(page, 'PaymentSession.updateSessionFromForm("card")');
    const refused = { status: 'system_error', errors: { message: 'Invalid credentials.' } };
    expect([await callsOf(page, 'error'), await callsOf(page, 'updated', 2)]).toEqual([[refused], [refused]]);
    await call(page, `PaymentSession.configure({ ...configuration, fields: {} })`);
    expect((await callsOf(page, 'error', 2))[0]).toMatchObject({ status: 'system_error', message: expect.any(String) });
  });
});
