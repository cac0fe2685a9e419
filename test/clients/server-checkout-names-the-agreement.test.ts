/** A shop names the agreement in the checkout, and its server renews by it later. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CARD, newOrderId, type Rig, startRig } from '../api/rest/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const AGREEMENT = { id: 'SUBSCRIPTION-1', type: 'RECURRING', amountVariability: 'FIXED' };

it.each(['INITIATE_CHECKOUT', 'CREATE_CHECKOUT_SESSION'])(
  '%s accepts the agreement, and its payment is the agreement’s first',
  async (apiOperation) => {
    const agreement = { ...AGREEMENT, id: newOrderId() };
    const order = { id: newOrderId(), amount: '10.00', currency: 'EUR' };
    const made = await rig.api('POST', '/session', {
      apiOperation,
      interaction: { operation: 'PURCHASE' },
      order,
      agreement,
    });
    expect([made.status, made.headers['x-ignored-fields']]).toEqual([201, undefined]);
    const { session } = made.json;
    const form = {
      sessionVersion: session.version,
      attempt: '1',
      method: 'card',
      number: CARD.number,
      expiry: '01/39',
      securityCode: '100',
      nameOnCard: 'Ada Byrne',
    };
    const posted = await rig.call('POST', `/checkout/pay/${session.id}`, new URLSearchParams(form).toString(), {
      authorization: null,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'http://localhost:8080' },
    });
    expect(posted.status).toBe(303);
    expect((await rig.api('GET', `/order/${order.id}`)).json).toMatchObject({ agreement, status: 'CAPTURED' });
    const renewal = await rig.api('PUT', `/order/${newOrderId()}/transaction/1`, {
      apiOperation: 'PAY',
      agreement: { id: agreement.id },
      order: { amount: '10.00', currency: 'EUR' },
      sourceOfFunds: { type: 'CARD', provided: { card: { ...CARD, securityCode: null } } },
      transaction: { source: 'MERCHANT' },
    });
    expect([renewal.status, renewal.json.result]).toEqual([201, 'SUCCESS']);
  },
);
