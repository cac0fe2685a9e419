/** Checkouts that cannot be paid at present, for reasons beyond the payer's control. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '../../src/adapters/store/store.ts';
import { type Rig, startRig } from '../api/rest/rig.ts';
import { refreshOf } from '../support/scriptless.ts';
import { CANCEL, hands, RETURN, wordsOf } from './hands.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const { browse, checkout, form, post } = hands(() => rig);

async function setDisabled(at: number | null): Promise<void> {
  const store = await openStore(rig.databaseUrl, { owner: false });
  await store.merchants.setDisabled('TESTSHOP', at);
  await store.close();
  // Processes cache a merchant for a moment.
  await rig.restart();
}

it('the checkout of a disabled merchant names the shop that takes no payments, and links back to it', async () => {
  const { id, order } = await checkout({ interaction: { merchant: { name: 'Harbour Books' } } });
  const { hidden, action, cookie } = await form(id);
  await setDisabled(Date.now());
  try {
    const page = await browse(`/checkout/pay/${id}`);
    expect(page.status).toBe(200);
    expect(wordsOf(page)).toContain('Harbour Books is not taking payments at the moment You have not been charged.');
    expect(page.text).toContain(`href="${CANCEL}"`);
    expect(page.text).not.toContain('name="number"');
    const sent = await post(action, { ...hidden, method: 'card' }, { Cookie: cookie });
    expect(sent.headers.location).toBe(`/checkout/pay/${id}`);
    expect(rig.host.ledger({ order })).toEqual([]);
  } finally {
    await setDisabled(null);
  }
});

it('a checkout without an amount refreshes by itself until the shop has set it', async () => {
  const { json } = await rig.api(
    'POST',
    '/session',
    {
      apiOperation: 'CREATE_CHECKOUT_SESSION',
      interaction: { operation: 'PURCHASE', returnUrl: RETURN },
      order: { id: `late-${Date.now()}`, currency: 'EUR' },
    },
    { version: 60 },
  );
  const address = `/checkout/pay/${json.session.id}`;
  const waiting = await browse(address);
  expect(refreshOf(null, waiting.text)).toEqual({ url: address, seconds: 10 });
  expect(wordsOf(waiting)).toContain('This page updates by itself.');
  expect(wordsOf(waiting)).not.toContain('start again');
  await rig.api('PUT', `/session/${json.session.id}`, { order: { amount: '5.00' } });
  expect((await browse(address)).text).toContain('Pay €5.00');
});
