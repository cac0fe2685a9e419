/** Payers at links that take payments, with a robot beside each of them. */
import { expect, it } from 'vitest';
import { AT_LENGTH } from '../support/at-length.ts';
import { DECLINED, heading, notice, payByCard } from './form.ts';
import { inBothWaysAtOnce, useRig } from './rig.ts';
import { VISITS_OF_MAILED } from './robot.ts';

const rig = useRig();

async function link(terms: object) {
  const { body } = await rig.stack.merchant.call('POST', '/link', { link: { currency: 'EUR', ...terms } });
  const { id, url } = (body as { link: { id: string; url: string } }).link;
  const ordersOf = async () => {
    const answer = await rig.stack.merchant.call('GET', `/link/${id}`);
    return (answer.body as { link: { order?: { id: string; status: string }[] } }).link.order ?? [];
  };
  return { url, ordersOf };
}

inBothWaysAtOnce(
  'a payer pays by a link that a robot opens before, and between each step ($script)',
  async ({ javaScriptEnabled }) => {
    const { url, ordersOf } = await link({
      amount: '24.00',
      description: 'Bread baking course',
      numberOfPayments: '1',
    });
    const { page, robot, complaints } = await rig.payer({ javaScriptEnabled });
    await robot.visit(url, VISITS_OF_MAILED);
    await page.goto(url);
    await robot.rest();
    expect(await ordersOf()).toEqual([]);
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByLabel('Card number', { exact: true }).waitFor({ state: 'attached' });
    await robot.rest();
    expect(await ordersOf()).toEqual([]);
    await payByCard(page);
    await heading(page, 'Payment complete');
    await robot.rest();
    expect(await ordersOf()).toMatchObject([{ status: 'CAPTURED' }]);
    await page.goto(url);
    await heading(page, 'There is nothing left to pay');
    expect(robot.visits).toBeGreaterThanOrEqual(VISITS_OF_MAILED);
    expect(complaints).toEqual([]);
  },
);

inBothWaysAtOnce(
  'a payer types an amount, corrects it, and chooses between two ($script)',
  async ({ javaScriptEnabled }) => {
    const { url, ordersOf } = await link({ currency: 'KWD', minimumAmount: '1', maximumAmount: '2000' });
    const { page } = await rig.payer({ javaScriptEnabled });
    await page.goto(url);
    await page.getByLabel('Amount').fill('0.5');
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByText('The smallest amount is').waitFor();
    await page.getByLabel('Amount').fill('1,500');
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByText('Which amount do you mean?').waitFor();
    await page.getByRole('button', { name: 'Pay KWD 1.500' }).click();
    await payByCard(page);
    await heading(page, 'Payment complete');
    expect(await ordersOf()).toHaveLength(1);
  },
);

it.concurrent('a payer who is too late reads that nothing was charged', AT_LENGTH, async () => {
  const { url, ordersOf } = await link({ amount: '24.00', numberOfPayments: '1' });
  const [first, second] = [await rig.payer(), await rig.payer()];
  for (const { page } of [first, second]) {
    await page.goto(url);
    await page.getByRole('button', { name: 'Continue to payment' }).click();
  }
  await payByCard(second.page, DECLINED);
  await notice(second.page, 'Your card was declined');
  await payByCard(first.page);
  await heading(first.page, 'Payment complete');
  await payByCard(second.page);
  await heading(second.page, 'There is nothing left to pay');
  await second.page.getByText('Your payment was not made').waitFor();
  expect(await ordersOf()).toHaveLength(2);
});
