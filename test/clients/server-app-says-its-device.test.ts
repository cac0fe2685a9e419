/**
 * A mobile app updates the session by the session's id, and always sends its device, a wallet's name and a customer.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { basic, CARD, newOrderId, type Rig, startRig } from '../api/rest/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const APP = {
  device: { browser: 'Gateway-Android-SDK/1.1.8', browserDetails: { language: 'en_GB', javaEnabled: false } },
  sourceOfFunds: { type: 'CARD', provided: { card: { ...CARD, nameOnCard: 'Ada Byrne' } } },
};
const paidWith = (session: string) =>
  rig.api('PUT', `/order/${newOrderId()}/transaction/1`, {
    apiOperation: 'PAY',
    order: { amount: '12.00', currency: 'EUR' },
    session: { id: session },
  });
const newSession = async (): Promise<string> => (await rig.api('POST', '/session')).json.session.id;

it.each([
  ['the session’s id as the password', (id: string) => ({ authorization: basic('TESTSHOP', id) }), {}],
  [
    'no authorization below version 50',
    () => ({ authorization: null, version: 49 }),
    { apiOperation: 'UPDATE_PAYER_DATA' },
  ],
])('the app’s data is accepted with %s, and the server pays with the session', async (_how, as, more) => {
  const id = await newSession();
  const reply = await rig.api('PUT', `/session/${id}`, { ...APP, ...more }, as(id));
  expect([reply.status, reply.json.session.updateStatus]).toEqual([200, 'SUCCESS']);
  const paid = await paidWith(id);
  expect([paid.status, paid.json.result]).toEqual([201, 'SUCCESS']);
});

it('fields that the app must not set are ignored by name', async () => {
  const id = await newSession();
  const more = { order: { walletProvider: 'ACME_PAY' }, customer: { email: 'a@b.example', ipAddress: '192.0.2.1' } };
  const reply = await rig.api('PUT', `/session/${id}`, { ...APP, ...more }, { authorization: basic('TESTSHOP', id) });
  expect(reply.status).toBe(200);
  expect(reply.headers['x-ignored-fields']).toBe('order.walletProvider, customer.email, customer.ipAddress');
});

it('the session is kept after a wallet’s token was refused by name, and pays by card', async () => {
  const id = await newSession();
  const asApp = { authorization: basic('TESTSHOP', id) };
  const wallet = { sourceOfFunds: { type: 'CARD', provided: { card: { devicePayment: { paymentToken: '{}' } } } } };
  const more = { device: APP.device, order: { walletProvider: 'GOOGLE_PAY' } };
  const refused = await rig.api('PUT', `/session/${id}`, { ...more, ...wallet }, asApp);
  expect([refused.status, refused.json.error.field]).toEqual([
    400,
    'sourceOfFunds.provided.card.devicePayment.paymentToken',
  ]);
  expect((await rig.api('PUT', `/session/${id}`, APP, asApp)).status).toBe(200);
  expect((await paidWith(id)).json.result).toBe('SUCCESS');
});
