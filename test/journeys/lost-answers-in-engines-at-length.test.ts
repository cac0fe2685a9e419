// @module-tag at-length
/** Like `lost-answers.test.ts`, in Firefox and in WebKit: a payer whose connection breaks after Pay. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DroppingProxy, openDroppingProxy } from '../support/dropping-proxy.ts';
import type { DrivenBrowser } from '../support/engines/engine.ts';
import { inEachEngine } from '../support/engines/engines.ts';
import { keptStack, type Stack } from '../support/stack.ts';
import { APPROVED, CARD_NUMBER, DECLINED } from './form.ts';

inEachEngine((engine) => {
  let stack: Stack;
  let proxy: DroppingProxy;
  let browser: DrivenBrowser;

  beforeAll(async () => {
    [stack, proxy] = await Promise.all([keptStack(), openDroppingProxy()]);
    const proxyPort = Number(new URL(proxy.address).port);
    browser = await engine.start({ javaScriptEnabled: true, proxyPort });
  });
  afterAll(() => Promise.all([browser, proxy].map((one) => one?.close())));

  it.each([
    ['answer', APPROVED, 'Payment complete', 'APPROVED'],
    ['half', APPROVED, 'Payment complete', 'APPROVED'],
    ['badGateway', APPROVED, 'Payment complete', 'APPROVED'],
    ['answer', DECLINED, 'Your card was declined', 'DECLINED'],
  ] as const)(
    'after a lost answer (%s, %s) the payer reads "%s", of one payment',
    async (fault, expiry, title, state) => {
      const page = await browser.payer();
      const { url, orderId } = await stack.merchant.checkout({});
      await page.goto(url);
      await page.fill('Card number', CARD_NUMBER);
      await page.fill('Expiry date', expiry);
      await page.fill('Security code', '100');
      proxy.drop(fault);
      await page.press('button', 'Pay €57.20');
      await expect.poll(() => page.text(), { timeout: 30_000 }).toContain('We lost the connection and are asking.');
      proxy.drop(undefined);
      await page.see('heading', title);
      expect(await stack.acquirer.states(orderId)).toEqual([state]);
      await page.close();
    },
  );
});
