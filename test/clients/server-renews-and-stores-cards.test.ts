/** Shops renew by an agreement, store the card of a checkout, and read their sessions. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CARD, newOrderId, paying, type Rig, startRig, withCard } from '../api/rest/rig.ts';
import { checkout, payWith, problemsOf } from './server-requests.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({ id: 'ATTENDED', name: 'Attended', permissions: { merchantInitiated: false } });
});
afterAll(() => rig.close());

const pay = payWith(() => rig);

describe('a merchant-initiated payment', () => {
  it('renews by the agreement of an order that was paid before', async () => {
    const agreement = { id: 'SUBSCRIPTION-7', type: 'RECURRING', amountVariability: 'FIXED' };
    const first = await pay(newOrderId(), { ...paying('PAY'), agreement });
    expect([first.status, first.json.agreement]).toEqual([201, agreement]);
    const { token } = (await rig.api('POST', '/token', withCard({ securityCode: null }))).json;
    const renewal = await pay(newOrderId(), {
      apiOperation: 'PAY',
      order: { amount: '12.00', currency: 'EUR' },
      sourceOfFunds: { token },
      agreement: { id: agreement.id },
      transaction: { source: 'MERCHANT' },
    });
    expect([renewal.status, renewal.json.result, renewal.json.transaction.source]).toEqual([
      201,
      'SUCCESS',
      'MERCHANT',
    ]);
    expect(renewal.json.agreement).toEqual({ id: agreement.id });
    const kept = [first, renewal].map(({ json }) => json.sourceOfFunds.provided.card.storedOnFile);
    expect(kept).toEqual(['TO_BE_STORED', 'STORED']);
    expect(renewal.json.authorizationResponse.posEntryMode).toContain('10');
  });

  it('is declined under an agreement that no payer of the merchant has made here', async () => {
    const agreement = { id: 'SUBSCRIPTION-8', type: 'RECURRING', amountVariability: 'FIXED' };
    const renewal = { ...paying('PAY'), agreement, transaction: { source: 'MERCHANT' } };
    const early = await pay(newOrderId(), renewal);
    expect([early.json.result, early.json.response.gatewayCode]).toEqual(['FAILURE', 'DECLINED']);
    expect((await pay(newOrderId(), { ...paying('PAY'), agreement })).json.result).toBe('SUCCESS');
    expect((await pay(newOrderId(), renewal)).json.result).toBe('SUCCESS');
    await rig.merchant({ id: 'OTHERS', name: 'Others' });
    const another = await pay(newOrderId(), renewal, { merchant: 'OTHERS' });
    expect(another.json.result).toBe('FAILURE');
  });

  it('is offered, and refused by the gateway where the profile does not allow it', async () => {
    const sources = async (merchant: string): Promise<string[]> => {
      const { json } = await rig.api('GET', '/paymentOptionsInquiry', undefined, { merchant });
      return json.paymentTypes.card.transactionSources.map(
        (one: { transactionSource: string }) => one.transactionSource,
      );
    };
    expect(await sources('TESTSHOP')).toContain('MERCHANT');
    expect(await sources('ATTENDED')).not.toContain('MERCHANT');
    const refused = await pay(
      newOrderId(),
      { ...paying('PAY'), transaction: { source: 'MERCHANT' } },
      { merchant: 'ATTENDED' },
    );
    expect([refused.status, refused.json.error.cause]).toEqual([403, 'REQUEST_REJECTED']);
  });
});

describe('a token of the card of a checkout', () => {
  const form = (session: { id: string; version: string }, expiry = '01/39') =>
    new URLSearchParams({
      sessionVersion: session.version,
      attempt: '1',
      method: 'card',
      number: '5123 4500 0000 0008',
      expiry,
      securityCode: '100',
      nameOnCard: 'Ada Byrne',
    }).toString();
  const paid = async (expiry?: string) => {
    const { session } = (await rig.api('POST', '/session', checkout())).json;
    const posted = await rig.call('POST', `/checkout/pay/${session.id}`, form(session, expiry), {
      authorization: null,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'http://localhost:8080' },
    });
    expect(posted.status).toBe(303);
    return session;
  };
  const store = (session: { id: string }) =>
    rig.api('POST', '/token', { session: { id: session.id }, sourceOfFunds: { type: 'CARD' } });

  it('is created from its number and expiry, and pays', async () => {
    const stored = await store(await paid());
    expect([stored.status, stored.json.result]).toEqual([201, 'SUCCESS']);
    const { card } = stored.json.sourceOfFunds.provided;
    expect([card.number, card.expiry]).toEqual(['512345xxxxxx0008', '0139']);
    const again = await pay(newOrderId(), {
      apiOperation: 'PAY',
      order: { amount: '12.00', currency: 'EUR' },
      sourceOfFunds: { token: stored.json.token },
    });
    expect([again.json.result, again.json.response.cardSecurityCode.gatewayCode]).toEqual(['SUCCESS', 'NOT_PRESENT']);
  });

  it('is refused for a declined card, and after the session’s end', async () => {
    expect(problemsOf(await store(await paid('05/39')))).toContain('sourceOfFunds.provided.card.number MISSING');
    const session = await paid();
    rig.later(31 * 60_000);
    expect((await store(session)).json.error.explanation).toContain('this session has expired');
  });
});

describe('a session', () => {
  it('is retrieved with its result and its masked card number', async () => {
    const { session } = (await rig.api('POST', '/session', {})).json;
    const empty = await rig.api('GET', `/session/${session.id}`);
    expect([empty.json.result, empty.json.sourceOfFunds]).toEqual(['SUCCESS', undefined]);
    await rig.api('PUT', `/session/${session.id}`, { sourceOfFunds: { type: 'CARD', provided: { card: CARD } } });
    const { json } = await rig.api('GET', `/session/${session.id}`);
    expect(json.result).toBe('SUCCESS');
    expect(json.sourceOfFunds.provided.card).toEqual({
      brand: 'MASTERCARD',
      expiry: { month: '1', year: '39' },
      fundingMethod: expect.stringMatching(/^(CREDIT|DEBIT|UNKNOWN)$/),
      number: '512345xxxxxx0008',
      scheme: 'MASTERCARD',
      securityCode: 'xxx',
    });
  });
});
