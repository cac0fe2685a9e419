/** Answers to merchants' servers during a decoupled authentication, and after it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerInBankApp } from '../../../../src/sandbox/three-ds/acs/challenge.ts';
import { fieldsIn } from './shop-page.ts';
import { ASKED, cardUntil, startWorld, type World } from './world.ts';

const BY_ITSELF = cardUntil('12');

let world: World;
beforeAll(async () => {
  world = await startWorld({ decoupledMinutes: 60 });
});
afterAll(() => world.close());

const PENDING = {
  result: 'PENDING',
  response: { gatewayCode: 'PENDING', gatewayRecommendation: 'PROCEED' },
  order: { status: 'AUTHENTICATION_INITIATED', authenticationStatus: 'AUTHENTICATION_PENDING' },
  authentication: { method: 'DECOUPLED', payerInteraction: 'REQUIRED', '3ds2': { transactionStatus: 'D' } },
};

async function confirmedInApp(): Promise<void> {
  const { threeDS } = world.threeDS;
  const [row] = threeDS.ledger.transactions.all({ state: 'DECOUPLED' });
  threeDS.change((work) => answerInBankApp(work, row!, true));
  await threeDS.results.waitForResults(row!.id, AbortSignal.timeout(5_000));
}

describe.each([
  ['of a payer at a browser', {}],
  ['without the payer', { authentication: { ...ASKED, channel: 'MERCHANT_REQUESTED' } }],
])('%s', (_, more) => {
  it('is pending, usable by no payment yet, and in the end decoupled', async () => {
    const { order, asked } = await world.authenticated(BY_ITSELF, more);
    expect([asked.status, asked.json]).toMatchObject([201, PENDING]);
    const path = `/order/${order}/transaction/a`;
    expect((await world.get(path)).json).toMatchObject(PENDING);
    const payment = { apiOperation: 'PAY', authentication: { transactionId: 'a' }, ...BY_ITSELF };
    const pay = (id: string) => world.put(order, id, { ...payment, order: { amount: '10.00', currency: 'EUR' } });
    expect((await pay('1')).json.error).toMatchObject({ field: 'authentication.transactionId' });
    await confirmedInApp();
    expect((await world.get(path)).json).toMatchObject({
      result: 'SUCCESS',
      order: { status: 'AUTHENTICATED', authenticationStatus: 'AUTHENTICATION_SUCCESSFUL' },
      authentication: { method: 'DECOUPLED', payerInteraction: 'REQUIRED', '3ds2': { transactionStatus: 'Y' } },
    });
    expect((await pay('1')).json.result).toBe('SUCCESS');
  });
});

it('the payer’s browser returns at once, with the pending result', async () => {
  const { asked } = await world.authenticated(BY_ITSELF);
  expect(fieldsIn(asked.json.authentication.redirect.html)).toMatchObject({
    result: 'PENDING',
    'response.gatewayRecommendation': 'PROCEED',
  });
  await confirmedInApp();
});
