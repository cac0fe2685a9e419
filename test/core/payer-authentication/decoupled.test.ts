/** Banks that authenticate customers out of band, for as long as the merchant allows (decoupled authentication). */
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../src/contract/durations.ts';
import { answerInBankApp } from '../../../src/sandbox/three-ds/acs/challenge.ts';
import { card, OUTCOMES, type Rig, refused, request, rig, WITHOUT_DECOUPLED } from './rig.ts';

const PROFILE = {
  requestorId: 'SHOP',
  requestorName: 'Shop',
  requestorUrl: 'https://shop.example',
  acquirerBin: '400551',
  acquirerMerchantId: 'SHOP-1',
  categoryCode: '5732',
  country: 'DEU',
};
const AN_HOUR = { payerAuthentication: { ...PROFILE, decoupledMinutes: 60 } };
const MERCHANT_REQUESTED = { authentication: { channel: 'MERCHANT_REQUESTED' } };
const PAYMENT = {
  ...card(OUTCOMES.DECOUPLED),
  order: { amount: '12.00', currency: 'EUR' },
  authentication: { transactionId: 'auth' },
};

const asked = async (made: Rig, body: Record<string, unknown> = {}) => made.both('auth', OUTCOMES.DECOUPLED, body);
const viewOf = async (made: Rig, body: Record<string, unknown> = {}) => {
  const again = { sourceOfFunds: { provided: { card: { expiry: OUTCOMES.DECOUPLED } } }, ...body };
  return (await made.authenticate('auth', request(again))).shown.view;
};

/** The customer answers in the bank's app, and the directory server has sent the result. */
async function answerApp({ sandbox: { threeDS } }: Rig, isAgreed: boolean): Promise<void> {
  const [row] = threeDS.ledger.transactions.all({ state: 'DECOUPLED' });
  if (row === undefined) {
    throw new Error('The app waits for nobody.');
  }
  threeDS.change((work) => answerInBankApp(work, row, isAgreed));
  await threeDS.results.waitForResults(row.id, AbortSignal.timeout(5_000));
}

describe.each([
  ['a payer at a browser', {}],
  ['no payer present', MERCHANT_REQUESTED],
])('with %s', (_, body) => {
  it('the decoupled authentication is requested, its result is awaited, and it authorizes the payment', async () => {
    const made = await rig(AN_HOUR);
    const { shown } = await asked(made, body);
    expect(shown.view).toMatchObject({ stage: 'DECOUPLED', cardholderInfo: 'Confirm the payment in your bank’s app.' });
    expect(made.areq()).toMatchObject({ threeDSRequestorDecReqInd: 'Y', threeDSRequestorDecMaxTime: '00060' });
    expect(await refused(made.pay('1', PAYMENT))).toEqual(['authentication.transactionId']);
    made.pass(59 * MINUTE_MS);
    await answerApp(made, true);
    expect(await viewOf(made, body)).toMatchObject({
      stage: 'ENDED',
      result: { status: 'AUTHENTICATION_SUCCESSFUL', liability: 'ISSUER', authenticationType: '04' },
    });
    expect((await made.pay('1', PAYMENT)).outcome?.gatewayCode).toBe('APPROVED');
  });
});

it('a customer who refuses in the app is not authenticated, and pays nothing', async () => {
  const made = await rig(AN_HOUR);
  await asked(made);
  await answerApp(made, false);
  expect((await viewOf(made)).result?.status).toBe('AUTHENTICATION_FAILED');
  expect((await made.pay('1', PAYMENT)).outcome?.gatewayCode).toBe('AUTHENTICATION_FAILED');
  expect(made.acquirer.requests).toEqual([]);
});

it.each(['DO_NOT_PROCEED', 'PROCEED'])(
  'a customer whose bank does not answer in time pays nothing, where the profile says %s',
  async (whenUnavailable) => {
    const made = await rig({ payerAuthentication: { ...AN_HOUR.payerAuthentication, whenUnavailable } });
    await asked(made);
    made.sandbox.threeDS.faults.set({ mode: 'LOST', message: 'RReq', count: 1 });
    made.pass(62 * MINUTE_MS);
    await made.round();
    expect((await viewOf(made)).result).toMatchObject({
      status: 'AUTHENTICATION_UNAVAILABLE',
      recommendation: 'DO_NOT_PROCEED',
      unknownBecause: 'NO_RREQ',
    });
    expect((await made.stored()).wakeAt).toBeNull();
    expect((await made.pay('1', PAYMENT)).outcome?.gatewayCode).toBe('AUTHENTICATION_FAILED');
    expect(made.acquirer.requests).toEqual([]);
  },
);

it('a bank that gives up in time does not authenticate the customer', async () => {
  const made = await rig(AN_HOUR);
  await asked(made);
  const [row] = made.sandbox.threeDS.ledger.transactions.all({ state: 'DECOUPLED' });
  made.pass(60 * MINUTE_MS + 1_000);
  await made.sandbox.threeDS.results.waitForResults(row?.id ?? '', AbortSignal.timeout(5_000));
  expect((await viewOf(made)).result).toMatchObject({
    status: 'AUTHENTICATION_FAILED',
    transStatusReason: '24',
    challengeCancel: '03',
  });
});

it.each([
  ['the merchant does not say how long', {}, undefined],
  ['the card’s range does not support it', AN_HOUR, WITHOUT_DECOUPLED],
])('no decoupled authentication is requested where %s', async (_, profile, number) => {
  const made = await rig(profile);
  const body = number === undefined ? {} : card(OUTCOMES.DECOUPLED, number);
  const { shown } = await asked(made, body);
  expect(shown.view.stage).toBe('CHALLENGE');
  expect(made.areq()).not.toHaveProperty('threeDSRequestorDecReqInd');
});
