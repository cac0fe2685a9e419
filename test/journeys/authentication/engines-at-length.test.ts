// @module-tag at-length
/**
 * In Firefox and in WebKit: a frictionless authentication, and a challenge, in a frame with script and full-page
 * without.
 */
import { expect, it } from 'vitest';
import type { DriverDocument } from '../../support/engines/driver-page.ts';
import { inEachEngine } from '../../support/engines/engines.ts';
import { keptStackThatAsksBanks } from '../../support/stack.ts';
import { useEngine, type Walk } from '../engine-rig.ts';
import { CARD_NUMBER } from '../form.ts';
import { ASKED, CODE, FRICTIONLESS } from './hands.ts';

const SHOP = 'Harbour Lane Books';

inEachEngine((engine) => {
  const rig = useEngine(engine, keptStackThatAsksBanks);

  /**
   * The journey of a payer with a card expiry that chooses the bank's behaviour: the payer returns having paid once.
   */
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

  /** The bank's page: in a frame with script, otherwise the whole page after the payer's press. */
  async function atBank({ page, javaScriptEnabled }: Walk): Promise<DriverDocument> {
    await page.see('heading', ASKED);
    if (!javaScriptEnabled) {
      await page.press('button', 'Continue to your bank');
    }
    const bank = javaScriptEnabled ? await page.frame() : page;
    await bank.see('heading', 'Confirm your payment');
    return bank;
  }

  /** Without script the payer leaves the bank's last page by pressing a button. */
  async function leaveBank({ page, javaScriptEnabled }: Walk): Promise<void> {
    if (!javaScriptEnabled) {
      await page.press('button', 'Continue');
    }
  }

  it(
    'a frictionless authentication shows no page of the bank',
    journey(FRICTIONLESS, async ({ page }) => page.see('heading', 'Payment complete')),
  );

  /** @param code a wrong code instead of the bank's */
  async function enterCode(bank: DriverDocument, code?: string): Promise<void> {
    const sent = await bank.evaluate('() => document.querySelector(".note strong").textContent');
    await bank.fill('Code', code ?? String(sent));
    await bank.press('button', 'Confirm');
  }

  it(
    'a payer who gives a wrong code and then the right one has paid once',
    journey(CODE, async (on) => {
      const bank = await atBank(on);
      await enterCode(bank, '000000');
      await expect.poll(() => bank.text(), { timeout: 15_000 }).toContain('You may try twice more');
      await enterCode(bank);
      await leaveBank(on);
    }),
  );
});
