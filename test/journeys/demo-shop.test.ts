/** From the demo shop's catalogue to its confirmation, with a decline on the way. */
import { expect, it, vi } from 'vitest';
import { comeHome, DECLINED, heading, notice, payByCard } from './form.ts';
import { SCRIPT_OR_NOT, useRig } from './rig.ts';

const rig = useRig();

it.concurrent.each(SCRIPT_OR_NOT)(
  '$script: a declined payer tries again, pays once, and the shop sees the payment',
  async (options) => {
    const { stack } = rig;
    const { page, complaints } = await rig.payer({ javaScriptEnabled: options.javaScriptEnabled });
    await page.goto(stack.shopOrigin);
    await page.getByRole('button', { name: 'Go to payment' }).click();
    await heading(page, 'Pay Example Shop');

    await payByCard(page, DECLINED);
    expect(await notice(page, 'Your card was declined')).toContain('You have not been charged.');

    await payByCard(page);
    await comeHome(page, { welcome: 'Thank you, it is paid' });
    expect(await page.locator('main').textContent()).toMatch(/Result indicator\s*matches/);

    const orderId = new URL(page.url()).searchParams.get('order') ?? '';
    const movements = (await stack.acquirer.ledger(orderId)).map(({ kind, state, transaction, amount, currency }) =>
      [kind, state, transaction, amount, currency].join(' '),
    );
    expect(movements).toEqual(['PAYMENT DECLINED 1 9.80 EUR', 'PAYMENT APPROVED 2 9.80 EUR']);
    const { body } = await stack.merchant.order(orderId);
    expect(body).toMatchObject({
      result: 'SUCCESS',
      status: 'CAPTURED',
      amount: 9.8,
      totalAuthorizedAmount: 9.8,
      totalCapturedAmount: 9.8,
      totalRefundedAmount: 0,
    });
    expect(body.transaction?.map(({ result, transaction }) => `${transaction.id} ${result}`)).toEqual([
      '1 FAILURE',
      '2 SUCCESS',
    ]);
    await page.getByRole('link', { name: 'See what the shop was told' }).click();
    // The notification may still be on its way; the page shows those received.
    const delivered = page.locator('li.delivery', { hasText: orderId }).filter({ hasText: 'Signature is right' });
    await vi.waitUntil(() => page.reload().then(async () => (await delivered.count()) === movements.length), {
      timeout: 30_000,
    });
    expect(complaints).toEqual([]);
  },
);
