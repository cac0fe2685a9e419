/** A frictionless authentication: the gateway's core, its 3DS Server and the sandbox's ACS together. */
import { describe, expect, it } from 'vitest';
import { authenticationsOf, unpaidStatus } from '../../../src/core/payer-authentication/index.ts';
import { answered } from '../world.ts';
import {
  card,
  initiation,
  NOT_ENROLLED,
  NUMBER,
  ORIGIN,
  OUTCOMES,
  REDIRECT_URL,
  request,
  rig,
  WITHOUT_METHOD,
} from './rig.ts';

describe('a payer', () => {
  it.each([
    ['AUTHENTICATED', 'AUTHENTICATION_SUCCESSFUL', 'PROCEED', 'AUTHENTICATED', { eci: '02', liability: 'ISSUER' }],
    ['ATTEMPTED', 'AUTHENTICATION_ATTEMPTED', 'PROCEED', 'AUTHENTICATED', { eci: '01', liability: 'ISSUER' }],
    ['FAILED', 'AUTHENTICATION_FAILED', 'DO_NOT_PROCEED', 'AUTHENTICATION_UNSUCCESSFUL', { liability: 'MERCHANT' }],
    ['UNAVAILABLE', 'AUTHENTICATION_UNAVAILABLE', 'MERCHANT_DECIDES', 'AUTHENTICATION_UNSUCCESSFUL', {}],
    ['REJECTED', 'AUTHENTICATION_REJECTED', 'DO_NOT_PROCEED', 'AUTHENTICATION_UNSUCCESSFUL', {}],
    ['EXEMPT', 'AUTHENTICATION_EXEMPT', 'PROCEED', 'AUTHENTICATION_NOT_NEEDED', { liability: 'MERCHANT' }],
  ] as const)('with an expiry for %s ends as %s', async (outcome, status, recommendation, orderStatus, more) => {
    const made = await rig();
    const { shown, step, repeated } = await made.both('auth', OUTCOMES[outcome]);
    expect(shown.view).toMatchObject({
      stage: 'ENDED',
      scheme: 'MASTERCARD',
      version: '2.2.0',
      result: { status, recommendation, isChallenged: false, ...more },
    });
    expect(step).toEqual({ kind: 'RETURN', url: REDIRECT_URL });
    expect(repeated).toBe(false);
    const all = await authenticationsOf(made.gateway, shown);
    expect(unpaidStatus(shown.order.state, all)).toBe(orderStatus);
    const { received, conduct } = made.sandbox.threeDS.records;
    expect({ received, conduct }).toEqual({ received: [], conduct: [] });
  });

  it.each([
    ['a card in no range', card(undefined, NOT_ENROLLED), {}],
    ['a card of a scheme without a directory server', card(undefined, '345678901234564'), {}],
    ['no channel', { authentication: {} }, {}],
    ['an app', { authentication: { channel: 'PAYER_APP' } }, {}],
    ['version 1 alone', { authentication: { channel: 'PAYER_BROWSER', acceptVersions: '3DS1' } }, {}],
    ['a merchant without payer authentication', {}, { payerAuthentication: null }],
  ])('with %s is not authenticated, without a request to the bank', async (_, body, profile) => {
    const made = await rig(profile);
    const { shown, step } = await made.initiate('auth', { ...initiation(), ...body });
    expect(shown.view.version).toBeUndefined();
    expect(shown.view).toMatchObject({ stage: 'ENDED', result: { status: 'AUTHENTICATION_NOT_SUPPORTED' } });
    expect(step).toBeUndefined();
    const asked = await made.authenticate('auth', { ...request(), ...('sourceOfFunds' in body && body) });
    expect(asked.shown.view.result?.status).toBe('AUTHENTICATION_NOT_SUPPORTED');
    expect(asked.step).toEqual({ kind: 'RETURN', url: REDIRECT_URL });
    expect(made.sandbox.threeDS.ledger.transactions.all({})).toEqual([]);
  });

  it('is authenticated in version 2 if it is accepted among others, or if nothing is stated', async () => {
    const made = await rig();
    const { shown } = await made.initiate('1', initiation({ authentication: { acceptVersions: '3DS1, 3DS2' } }));
    expect(shown.view).toMatchObject({ stage: 'ENROLLED', version: '2.2.0' });
  });

  it('of a bank without a method goes to no method page', async () => {
    const made = await rig();
    const { step } = await made.initiate('auth', initiation(card(undefined, WITHOUT_METHOD)));
    expect(step).toBeUndefined();
    await made.authenticate('auth', request(card(undefined, WITHOUT_METHOD)));
    expect(made.areq()).toMatchObject({ threeDSCompInd: 'U' });
  });

  it('is described to the bank with the merchant’s data, invalid values replaced', async () => {
    const made = await rig();
    await made.initiate('auth');
    await made.authenticate(
      'auth',
      request({
        authentication: { challengePreference: 'REQUEST_CHALLENGE' },
        billing: { address: { city: 'Berlin', country: 'DEU', street: 'Weg 1' } },
        customer: { email: 'ann@shop.example' },
      }),
    );
    expect(made.areq()).toMatchObject({
      acquirerBIN: '400551',
      acquirerMerchantID: 'SHOP-1',
      billAddrCity: 'Berlin',
      billAddrCountry: '276',
      browserAcceptHeader: '512',
      browserIP: '192.0.2.1',
      browserTZ: '+200',
      cardExpiryDate: '4001',
      email: 'ann@shop.example',
      mcc: '5732',
      merchantName: 'Shop',
      purchaseAmount: '1200',
      purchaseCurrency: '978',
      threeDSCompInd: 'N',
      threeDSRequestorChallengeInd: '03',
      threeDSRequestorID: 'SHOP',
    });
    const notified = made.areq().notificationURL;
    expect(notified).toMatch(new RegExp(`^${ORIGIN}/checkout/authentication/[0-9a-zA-Z_-]+/challenge$`));
  });

  it('is authenticated by a 3RI request when absent', async () => {
    const made = await rig();
    const channel = { authentication: { channel: 'MERCHANT_REQUESTED' } };
    const { shown } = await made.both('auth', OUTCOMES.AUTHENTICATED, channel);
    expect(shown.view.result?.status).toBe('AUTHENTICATION_SUCCESSFUL');
    expect(made.areq()).toMatchObject({ deviceChannel: '03', threeRIInd: '11' });
  });

  it('with an agreement to later payments is asked about all of them, and each of those names the agreement', async () => {
    const made = await rig();
    const agreement = { id: 'A-1', type: 'RECURRING', amountVariability: 'FIXED' };
    const terms = { expiryDate: '2030-01-31', minimumDaysBetweenPayments: '28' };
    const recurrence = { recurringExpiry: '20300131', recurringFrequency: '28' };
    await made.both('auth', OUTCOMES.AUTHENTICATED, { agreement: { ...agreement, ...terms } });
    expect(made.areq()).toMatchObject({ deviceChannel: '02', threeDSRequestorAuthenticationInd: '02', ...recurrence });
    made.acquirer.says = () => answered({ transactionIdentifier: '000000000000042' });
    await made.pay('1', {
      ...card(),
      order: { amount: '12.00', currency: 'EUR' },
      agreement: { ...agreement, ...terms },
      authentication: { transactionId: 'auth' },
    });
    const later = made.beside({}, made.merchant, `${made.orderId}-2`);
    const renewal = { authentication: { channel: 'MERCHANT_REQUESTED' }, agreement: { id: 'A-1' } };
    const { shown, step } = await later.both('auth', OUTCOMES.AUTHENTICATED, renewal);
    expect(made.areq()).toMatchObject({ deviceChannel: '03', threeRIInd: '01', ...recurrence });
    expect([shown.view.result?.status, step?.kind]).toEqual(['AUTHENTICATION_SUCCESSFUL', 'RETURN']);
    const { outcome } = await later.pay('1', {
      ...card(),
      order: { amount: '12.00', currency: 'EUR' },
      agreement: { id: 'A-1' },
      authentication: { transactionId: 'auth' },
      transaction: { source: 'MERCHANT' },
    });
    expect(outcome?.gatewayCode).toBe('APPROVED');
    const { dsTransactionId } = made.acquirer.requests.at(-1)?.authentication ?? {};
    expect(dsTransactionId).toBe(shown.view.identity?.dsTransID);
    expect(made.acquirer.requests.at(-1)?.storedDetails).toEqual({
      kept: 'BEFORE',
      agreement: 'RECURRING',
      transactionIdentifier: '000000000000042',
    });
  });

  it('adding a card is asked without an amount', async () => {
    const made = await rig();
    const adding = { authentication: { channel: 'PAYER_BROWSER', purpose: 'ADD_CARD' }, order: { currency: 'EUR' } };
    await made.initiate('auth', { ...adding, ...card() });
    const { shown } = await made.authenticate('auth', { device: request().device, ...adding, ...card() });
    expect(shown.view.result).toMatchObject({ status: 'AUTHENTICATION_SUCCESSFUL', liability: 'MERCHANT' });
    expect(shown.authentication.purpose.amount).toBe(0n);
  });
});

describe('card numbers', () => {
  it('are stored nowhere in clear', async () => {
    const made = await rig();
    await made.both('auth');
    const { purpose, sealedState } = await made.stored();
    expect(JSON.stringify(purpose, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toContain(
      NUMBER,
    );
    expect(Buffer.from(sealedState).toString('latin1')).not.toContain('MASTERCARD');
  });
});
