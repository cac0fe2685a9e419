// @module-tag at-length
/**
 * Hosted fields in Firefox: they load, cover their inputs, read each other, and the script has created the
 * session.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useRig } from '../../journeys/rig.ts';
import type { DrivenBrowser } from '../../support/engines/engine.ts';
import { inFirefox } from '../../support/engines/engines.ts';
import { openScriptShop, type ScriptShop } from '../script-shop.ts';
import { formPage } from './form-page.ts';

inFirefox((engine) => {
  const rig = useRig();
  let shop: ScriptShop;
  let browser: DrivenBrowser;
  beforeAll(async () => {
    [shop, browser] = await Promise.all([openScriptShop(), engine.start({ javaScriptEnabled: true })]);
  });
  afterAll(() => Promise.all([shop.close(), browser.close()]));

  it('a form is shown, validated across all of its frames, without an error', async () => {
    const page = await browser.payer();
    await page.goto(formPage(rig, shop));
    const callsOf = async (name: string) => {
      const all = JSON.parse(String(await page.evaluate('() => JSON.stringify(window.told)'))) as [string, unknown][];
      return all.find(([one]) => one === name)?.[1];
    };
    await expect.poll(() => callsOf('initialized'), { timeout: 30_000 }).toEqual({ status: 'ok' });
    const apart = `() => Math.max(...[...document.querySelectorAll('iframe')].flatMap((frame) => {
      const [over, under] = [frame, frame.previousElementSibling].map((one) => one.getBoundingClientRect());
      return ['left', 'top', 'width', 'height'].map((side) => Math.abs(over[side] - under[side]));
    }))`;
    expect(await page.evaluate(apart)).toBeLessThan(0.6);
    await page.evaluate("() => { PaymentSession.updateSessionFromForm('card'); }");
    await expect
      .poll(() => callsOf('updated'), { timeout: 30_000 })
      .toEqual({
        status: 'fields_in_error',
        errors: { cardNumber: 'missing', expiryMonth: 'missing', expiryYear: 'missing', securityCode: 'missing' },
      });
    expect(page.complaints).toEqual([]);
    await page.close();
  });
});
