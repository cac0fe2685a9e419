// @module-tag at-length
/** A gateway that dies during a challenge. */
import { expect, it } from 'vitest';
import { AT_LENGTH } from '../../support/at-length.ts';
import { comeHome, heading, payByCard } from '../form.ts';
import { useRig } from '../rig.ts';
import { atBank, CODE, control, enterCode, OUT_OF_BAND } from './hands.ts';

const rig = useRig({ asksBanks: true });

async function open() {
  const { page } = await rig.payer();
  const checkout = await rig.stack.merchant.checkout({ returnUrl: `${rig.shop.origin}/back` });
  await page.goto(checkout.url);
  return { page, ...checkout };
}

/** The ledger of the sandbox's directory servers, in order of start. */
async function rows() {
  return (await (await fetch(`${rig.stack.shopOrigin}/three-ds/ledger/rows`)).json()) as {
    transactions: { id: string }[];
    results: { ds_trans_id: string; state: string }[];
  };
}

it('a payer who answers while the gateway is killed returns to the restarted one, and pays once', async () => {
  const { page, orderId } = await open();
  await payByCard(page, CODE);
  const bank = await atBank(page, true);
  await rig.stack.gateway.kill();
  await rig.stack.gateway.start();
  await rig.stack.acquirerIsBack();
  await enterCode(bank);
  await comeHome(page);
  expect(await rig.stack.acquirer.states(orderId)).toEqual(['APPROVED']);
});

it(
  'a payment whose authentication result was stored before a kill is made once, by another process or the next one',
  AT_LENGTH,
  async () => {
    const { page, orderId, url } = await open();
    await payByCard(page, OUT_OF_BAND);
    await page.frameLocator('iframe').getByText('Open the bank’s app, confirm there').waitFor();
    await page.close();
    const id = (await rows()).transactions.at(-1)?.id;
    await control(rig.stack, `transactions/${id}`, { transStatus: 'Y' });
    const storedState = async () => (await rows()).results.find(({ ds_trans_id }) => ds_trans_id === id)?.state;
    await expect.poll(storedState, { interval: 20 }).toBe('ANSWERED');
    await rig.stack.gateway.kill();
    expect(await rig.stack.acquirer.states(orderId)).toEqual([]);
    await rig.stack.gateway.start();
    await rig.stack.acquirerIsBack();
    await expect.poll(() => rig.stack.acquirer.states(orderId), { timeout: 20_000 }).toEqual(['APPROVED']);
    const { page: later } = await rig.payer();
    await later.goto(url);
    await heading(later, 'Payment complete');
  },
);
