/** An order's timeline of real runs: the sandbox's directory server and ACS, and the sandbox's PayPal. */
import { expect, it } from 'vitest';
import { FRICTIONLESS, MONEY, startWorld } from '../api/rest/payer-authentication/world.ts';
import type { Rig } from '../api/rest/rig.ts';
import { startPayPalRig } from '../browser-payments/paypal/rig.ts';
import { wordsOf } from '../checkout/hands.ts';
import { enrolled } from './person.ts';

/** The words of the timeline, without times. */
async function timelineOf(rig: Rig, origin: string, merchant: string, order: string): Promise<string> {
  const { client } = await enrolled(rig, ['--role', 'viewer', '--merchant', merchant], { origin });
  const page = await client.get(`/console/merchants/${merchant}/orders/${order}`);
  const { text } = page;
  const list = text.slice(text.indexOf('<h2>Timeline</h2>')).replace(/<details>.*?<\/details>|<time.*?<\/time>/gs, '');
  return wordsOf({ text: `<main>${list}` });
}

it('has the check of a payer by the bank before the payment', async () => {
  const world = await startWorld();
  try {
    const { order } = await world.authenticated(FRICTIONLESS);
    await world.put(order, '1', {
      apiOperation: 'PAY',
      authentication: { transactionId: 'a' },
      order: MONEY,
      ...FRICTIONLESS,
    });
    expect(await timelineOf(world.rig, world.origin, world.merchant, order)).toMatch(
      /Timeline Check by the payer's bank \(3-D Secure\) the payer passed Payment of €10\.00 done/,
    );
  } finally {
    await world.close();
  }
});

it('has the payer’s steps and the events of a provider, and what the payer reads of it', async () => {
  const rig = await startPayPalRig({ speed: 60 });
  try {
    const payment = await rig.initiate();
    await payment.answerAndReturn();
    await payment.becomes('SUCCESS APPROVED');
    const timeline = await timelineOf(rig, rig.origin, 'TESTSHOP', payment.orderId);
    const steps = [
      'The payment was made at PayPal',
      'The payer was sent to PayPal',
      'The payer came back from PayPal',
      'The payer was sent back to the shop',
    ];
    expect(steps.filter((step) => !timeline.includes(step))).toEqual([]);
    const places = steps.map((step) => timeline.indexOf(step));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(timeline).toContain('Payment of €12.00');
  } finally {
    await rig.close();
  }
});
