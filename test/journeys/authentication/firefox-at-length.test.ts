// @module-tag at-length
/** In Firefox: a payer whose bank asks for nothing, and one whose bank asks, in a frame with script and without one. */
import { describe, expect, it } from 'vitest';
import { FIREFOX } from '../../support/firefox.ts';
import type { FirefoxDocument } from '../../support/firefox-page.ts';
import { keptStackThatAsksBanks } from '../../support/stack.ts';
import { useFirefox, type Walk } from '../firefox-rig.ts';
import { CARD_NUMBER } from '../form.ts';
import { ASKED, CODE, FRICTIONLESS } from './hands.ts';

const SHOP = 'Harbour Lane Books';

describe.skipIf(FIREFOX === undefined)('in Firefox', () => {
  const rig = useFirefox(keptStackThatAsksBanks);

  /** A journey of a payer who pays with a card whose bank does this, and comes home having paid once. */
  function journey(expiry: string, walk: (on: Walk) => Promise<void>): () => Promise<void> {
    const interaction = () => ({ returnUrl: `${rig.shop.origin}/back` });
    return rig.journey(interaction, async (on) => {
      const { page, orderId, successIndicator } = on;
      await page.fill('Card number', CARD_NUMBER);
      await page.fill('Expiry date', expiry);
      await page.fill('Security code', '100');
      await page.press('button', 'Pay €57.20');
      await walk(on);
      await page.press('link', `Continue to ${SHOP}`);
      await page.see('heading', 'Back at the shop');
      expect(await page.url()).toBe(`${rig.shop.origin}/back?resultIndicator=${successIndicator}`);
      expect(await rig.stack.acquirer.states(orderId)).toEqual(['APPROVED']);
    });
  }

  /** Where the bank asks: in a frame with script, else where the payer's press leads. */
  async function atBank({ page, javaScriptEnabled }: Walk): Promise<FirefoxDocument> {
    await page.see('heading', ASKED);
    if (!javaScriptEnabled) {
      await page.press('button', 'Continue to your bank');
    }
    const bank = javaScriptEnabled ? await page.frame() : page;
    await bank.see('heading', 'Confirm your payment');
    return bank;
  }

  /** Without script a bank's last page is left by a press. */
  async function leaveBank({ page, javaScriptEnabled }: Walk): Promise<void> {
    if (!javaScriptEnabled) {
      await page.press('button', 'Continue');
    }
  }

  it(
    'whose bank asks for nothing notices nothing',
    journey(FRICTIONLESS, async ({ page }) => page.see('heading', 'Payment complete')),
  );

  /** @param code another one than the bank has sent */
  async function enterCode(bank: FirefoxDocument, code?: string): Promise<void> {
    const sent = await bank.evaluate('() => document.querySelector(".note strong").textContent');
    await bank.fill('Code', code ?? String(sent));
    await bank.press('button', 'Confirm');
  }

  it(
    'who gives a wrong code and then the right one has paid once',
    journey(CODE, async (on) => {
      const bank = await atBank(on);
      await enterCode(bank, '000000');
      await expect.poll(() => bank.text(), { timeout: 15_000 }).toContain('You may try twice more');
      await enterCode(bank);
      await leaveBank(on);
    }),
  );
});
