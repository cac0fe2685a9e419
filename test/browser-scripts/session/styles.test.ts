// @module-tag at-length
/** The styles of hosted fields: those of the page's inputs, and those that it sets. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useRig } from '../../journeys/rig.ts';
import { AT_LENGTH } from '../../support/at-length.ts';
import { openScriptShop, type ScriptShop } from '../script-shop.ts';
import { call, callsOf, field, formPage, type } from './form-page.ts';

const rig = useRig();
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

const styleOf = (page: Page, selector: string, names: readonly string[], pseudo?: string) =>
  field(page, selector).evaluate(
    (element, [wanted, of]) => {
      const style = getComputedStyle(element, of);
      return wanted.map((name) => style.getPropertyValue(name));
    },
    [names, pseudo] as const,
  );

describe('styles', () => {
  it('are those of the page’s input', async () => {
    const page = await openForm({
      style: `#number { font: italic 700 21px Georgia; color: rgb(1, 2, 3); padding: 7px 11px; text-align: right }
        #number::placeholder { color: rgb(4, 5, 6) }`,
    });
    const names = ['font-style', 'font-weight', 'font-size', 'font-family', 'color', 'padding-left', 'text-align'];
    expect(await styleOf(page, '#number', names)).toEqual([
      'italic',
      '700',
      '21px',
      'Georgia',
      'rgb(1, 2, 3)',
      '11px',
      'right',
    ]);
    expect(await styleOf(page, '#number', ['color'], '::placeholder')).toEqual(['rgb(4, 5, 6)']);
    expect(await field(page, '#number').getAttribute('placeholder')).toBe('0000');
  });

  it('of focus, hover and placeholder are those that the page sets', AT_LENGTH, async () => {
    const page = await openForm({
      script: `
        PaymentSession.setFocusStyle(['card.number'], { backgroundColor: 'rgb(1, 1, 1)' });
        PaymentSession.setHoverStyle(['card.number'], { letterSpacing: '3px' });
        PaymentSession.setPlaceholderStyle(['card.number'], { color: 'rgb(2, 2, 2)' });
        PaymentSession.setPlaceholderShownStyle(['card.number'], { textIndent: '4px' });`,
    });
    const shown = () => styleOf(page, '#number', ['background-color', 'letter-spacing', 'text-indent']);
    expect(await shown()).toEqual(['rgba(0, 0, 0, 0)', 'normal', '4px']);
    expect(await styleOf(page, '#number', ['color'], '::placeholder')).toEqual(['rgb(2, 2, 2)']);
    await type(page, '#number', '5');
    expect(await shown()).toEqual(['rgb(1, 1, 1)', '3px', '0px']);
  });

  it(
    'that the page sets are kept when it changes its input, and when it has rendered it again',
    AT_LENGTH,
    async () => {
      const page = await openForm({
        html: '<p><input id="number" placeholder="0000" readonly></p>',
        fields: `card: { number: '#number' }`,
        script: `PaymentSession.setPlaceholderStyle(['card.number'], { color: 'rgb(2, 2, 2)' });`,
      });
      const color = () => styleOf(page, '#number', ['color'], '::placeholder');
      await call(page, `document.querySelector('#number').placeholder = 'Number'`);
      await expect.poll(() => field(page, '#number').getAttribute('placeholder')).toBe('Number');
      expect(await color()).toEqual(['rgb(2, 2, 2)']);
      await call(
        page,
        `document.querySelector('p').innerHTML = '<input id="number" readonly>'; PaymentSession.configure(configuration);`,
      );
      await callsOf(page, 'initialized', 2);
      await expect.poll(color).toEqual(['rgb(2, 2, 2)']);
    },
  );

  it('that would fetch a resource or move the field are ignored', async () => {
    const page = await openForm({
      script: `PaymentSession.setFocusStyle(['card.number'], {
        backgroundImage: 'url(https://evil.example/a)', background: 'red', position: 'static', content: '"x"',
        fontFamily: 'x; src: url(https://evil.example/b)', color: 'rgb(9, 9, 9)' });`,
    });
    await field(page, '#number').click();
    expect(await styleOf(page, '#number', ['background-image', 'position', 'color'])).toEqual([
      'none',
      'fixed',
      'rgb(9, 9, 9)',
    ]);
  });

  it('of the page’s attribute are kept, and are restored when the field is gone', AT_LENGTH, async () => {
    const page = await openForm({
      html: '<input id="number" style="color: rgb(7, 8, 9)" readonly><input id="code" readonly>',
      fields: `card: { number: '#number', securityCode: '#code' }`,
    });
    expect(await styleOf(page, '#number', ['color'])).toEqual(['rgb(7, 8, 9)']);
    await call(page, `PaymentSession.configure({ ...configuration, fields: { card: { securityCode: '#code' } } })`);
    expect(await page.locator('#number').getAttribute('style')).toBe('color: rgb(7, 8, 9);');
    expect(await page.locator('iframe').count()).toBe(1);
  });

  it('follow the page when they change', AT_LENGTH, async () => {
    const page = await openForm({ style: '.wrong { color: rgb(200, 0, 0) }' });
    await call(page, `document.querySelector('#number').className = 'wrong'`);
    await page.waitForFunction(() => document.querySelector('#number')?.className === 'wrong');
    await expect.poll(() => styleOf(page, '#number', ['color'])).toEqual(['rgb(200, 0, 0)']);
  });
});
