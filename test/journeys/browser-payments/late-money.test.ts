// @module-tag at-length
/**
 * TEST-FAIL-THEN-SUCCESS: the provider declines, and takes the money a little later all the same. The reported decline
 * stands, and the money is refunded. Slower than the other journeys, so that a busy machine receives the decline before
 * the success.
 */
import { expect, it } from 'vitest';
import { AT_LENGTH } from '../../support/at-length.ts';
import { comeHome, heading, notice, payByCard, press } from '../form.ts';
import { statusUrl } from './merchant-server.ts';
import { useBrowserPaymentRig } from './rig.ts';
import { walk } from './walk.ts';

/** The decline comes after two seconds, the success four seconds later. */
const rig = useBrowserPaymentRig({ stack: { speed: 15 } });
const REFERENCE = 'TEST-FAIL-THEN-SUCCESS';

/** The number of copies of each callback. */
type Copies = 'FIFTY' | 'TWICE';

it.concurrent('a payer who was declined pays by card, and is charged once', async () => {
  const { page, complaints } = await rig.payer();
  // The wallet has another fault meanwhile.
  const { orderId, url } = await rig.checkout({}, { reference: REFERENCE });
  await page.goto(url);
  await press(page, 'with Demo Bank');
  await notice(page, 'Demo Bank declined the payment');
  await payByCard(page);
  await comeHome(page);
  await rig.ledgersOnce(orderId, ({ names }) => names[0]?.late === 'REFUNDED');
  await rig.expectLedgers(orderId, {
    gateway: ['1 PAYMENT FAILURE 57.20 EUR', '2 PAYMENT SUCCESS 57.20 EUR'],
    provider: ['PAYMENT APPROVED', 'REFUND APPROVED'],
    acquirer: ['PAYMENT APPROVED'],
  });
  expect(complaints).toEqual([]);
});

const GIVEN_BACK = {
  PAY: { gateway: ['1 PAYMENT FAILURE 57.20 EUR'], provider: ['PAYMENT APPROVED', 'REFUND APPROVED'] },
  AUTHORIZE: { gateway: ['1 AUTHORIZATION FAILURE 57.20 EUR'], provider: ['AUTHORIZATION REVERSED', 'VOID APPROVED'] },
} as const;

const nameOf = (mode: Copies) => `told ${mode} by the provider, what was taken or reserved goes back once`;

it.concurrent(nameOf('TWICE'), () => takenOrReserved('TWICE'));
// After the other, because each changes the wallet's callbacks.
it(nameOf('FIFTY'), AT_LENGTH, () => takenOrReserved('FIFTY'));

async function takenOrReserved(mode: Copies): Promise<void> {
  await rig.wallet.misbehave({ mode });
  const { page, complaints } = await rig.payer();
  const ended = (['PAY', 'AUTHORIZE'] as const).map(async (operation) => {
    const initiated = await rig.initiate({ operation, reference: REFERENCE });
    await walk(initiated.redirectUrl);
    await rig.ledgersOnce(initiated.orderId, ({ names }) => names[0]?.late === 'REFUNDED');
    await rig.expectLedgers(initiated.orderId, GIVEN_BACK[operation]);
    return initiated;
  });
  for (const { redirectUrl } of await Promise.all(ended)) {
    await page.goto(statusUrl(redirectUrl));
    await heading(page, 'This payment came too late, and was refunded');
    const steps = await page.locator('.steps li').allInnerTexts();
    // Each with its time; the payer returned before the money arrived.
    expect(steps.slice(-3)).toEqual([
      expect.stringMatching(/^Ended without payment\n.*\d{4}/),
      expect.stringMatching(/^Late payment from Demo Wallet\n.*\d{4}/),
      expect.stringMatching(/^Refunded\n.*\d{4}/),
    ]);
  }
  expect(complaints).toEqual([]);
}
