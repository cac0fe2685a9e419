/** Clients send fields that would change the payment if they were ignored. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newOrderId, paying, type Rig, startRig } from '../api/rest/rig.ts';
import { checkout, payWith, problemsOf } from './server-requests.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({}, 1, 'trace', { profile: { wallets: {} } });
});
afterAll(() => rig.close());

const pay = payWith(() => rig);

describe('a field that would change the payment if it were ignored', () => {
  const wallet = { sourceOfFunds: { provided: { card: { devicePayment: { paymentToken: '{"data":"…"}' } } } } };

  const never = { authentication: { transactionId: 'none' } };
  const newSession = async () => {
    const { id } = (await rig.api('POST', '/session', {})).json.session;
    return { id, own: { authorization: `Basic ${Buffer.from(`merchant.TESTSHOP:${id}`).toString('base64')}` } };
  };

  it('that is a wallet’s token is refused by name in a session of a merchant without wallets', async () => {
    const { id, own } = await newSession();
    for (const options of [{}, own]) {
      const reply = await rig.api('PUT', `/session/${id}`, wallet, options);
      expect([reply.status, problemsOf(reply)]).toEqual([
        400,
        ['sourceOfFunds.provided.card.devicePayment UNSUPPORTED'],
      ]);
    }
  });

  it('that is an unknown authentication is refused by the payment whose session names it, and by its payer’s calls', async () => {
    const { id, own } = await newSession();
    expect((await rig.api('PUT', `/session/${id}`, never, own)).status).toBe(400);
    expect((await rig.api('PUT', `/session/${id}`, never)).status).toBe(200);
    const reply = await pay(newOrderId(), { ...paying('PAY'), session: { id } });
    expect([reply.status, problemsOf(reply)]).toEqual([400, ['authentication.transactionId INVALID']]);
  });

  it('that is an authentication is refused by name in a version without authentication', async () => {
    const order = newOrderId();
    const reply = await rig.api(
      'PUT',
      `/order/${order}/transaction/1`,
      { ...paying('PAY'), ...never },
      { version: 53 },
    );
    expect([reply.status, problemsOf(reply)]).toEqual([400, ['authentication.transactionId INVALID']]);
  });

  it.each([
    ['a wallet’s token', wallet, 'sourceOfFunds.provided.card.devicePayment UNSUPPORTED'],
    ['an authentication that never was', never, 'authentication.transactionId INVALID'],
  ])('that is %s is refused by name in a payment and a checkout', async (_what, body, problem) => {
    for (const operation of ['PAY', 'AUTHORIZE', 'VERIFY']) {
      expect(problemsOf(await pay(newOrderId(), { ...paying(operation), ...body }))).toContain(problem);
    }
    expect(problemsOf(await rig.api('POST', '/session', checkout(body)))).toContain(problem);
  });

  it('is accepted where it is empty', async () => {
    for (const transactionId of [null, '']) {
      const body = { ...paying('PAY'), authentication: { transactionId, channel: 'PAYER_BROWSER' } };
      expect((await pay(newOrderId(), body)).status).toBe(201);
    }
  });
});
