/**
 * PayPal answers later than a page can wait: the payer waits on a page of the gateway, which then leads to the result.
 */
import { expect } from 'vitest';
import { comeHome, heading } from '../form.ts';
import { inBothWays } from '../rig.ts';
import { lineOf } from './disagreements.ts';
import { goTo } from './hands.ts';
import { retrieveOrder } from './ledgers.ts';
import { payAtPayPal } from './paypal-hands.ts';
import { useBrowserPaymentRig } from './rig.ts';

const rig = useBrowserPaymentRig();

/** Longer than the redirect and the page after it wait for an answer, and shorter than a payer's maximum wait. */
const LATE_MS = 4_000;

inBothWays(
  '$script: a card that is declined late leads back to PayPal, and another one pays',
  async ({ javaScriptEnabled }) => {
    const { page, complaints } = await rig.payer({ javaScriptEnabled });
    const { orderId, url } = await rig.checkout();
    await page.goto(url);
    await goTo(page, 'PayPal');
    const late = { mode: 'DELAY', operation: 'orders.capture', delayMs: LATE_MS, count: 1 };
    await fetch(`${rig.stack.shopOrigin}/providers/paypal/faults`, { method: 'PUT', body: JSON.stringify(late) });
    await payAtPayPal(page, 'declined');
    await heading(page, 'One moment: we’re checking with PayPal');
    await page.getByText('That did not pay. Choose another way to pay.').waitFor();
    await payAtPayPal(page, 'visa');
    await comeHome(page);
    const { transaction } = await retrieveOrder(rig.stack.merchant, orderId);
    expect(transaction.map(lineOf)).toEqual(['1 PAYMENT SUCCESS 57.20 EUR']);
    expect(complaints).toEqual([]);
  },
);
