import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/contract/secret.ts';
import {
  adviceOn,
  authorization,
  card,
  giftCard,
  refundOf,
  replyOf,
  standaloneCapture,
} from '../../adapters/acquirers/fixtures.ts';
import { connected, inquiryOf } from './rig.ts';

const authentication = { eci: '05', token: new Secret('AAABBWcSNIdjeUZThmNHAAAAAAA=') };

describe('the card network’s data in the host’s answers', () => {
  it('is sent with an approval', async () => {
    const { link } = await connected();
    expect(replyOf(await link.request(authorization({ kind: 'PAYMENT' })))).toMatchObject({
      transactionIdentifier: expect.stringMatching(/^\d{15}$/),
      validationCode: expect.stringMatching(/^[0-9A-Z]{4}$/),
      financialNetworkCode: 'SN5',
      cardLevelIndicator: 'B',
      commercialCard: 'NOT_A_COMMERCIAL_CARD',
      returnAci: 'W',
    });
  });

  it('gives each card transaction another id', async () => {
    const { link } = await connected();
    const replies = await Promise.all(
      Array.from({ length: 50 }, async () => replyOf(await link.request(authorization()))),
    );
    for (const name of ['transactionIdentifier', 'validationCode'] as const) {
      expect(new Set(replies.map((reply) => reply[name])).size).toBe(50);
    }
  });

  it('gives a card transaction the same id through its life', async () => {
    const { link } = await connected();
    const earlier = authorization();
    const { transactionIdentifier, validationCode } = replyOf(await link.request(earlier));
    const capture = adviceOn(earlier, 'CAPTURE', { amount: 500n });
    const refund = refundOf(capture, { amount: 100n });
    const replies = [
      await link.advise(adviceOn(earlier, 'UPDATE'), false),
      await link.advise(capture, false),
      await link.request(refund),
      await link.advise(adviceOn(refund, 'VOID'), false),
    ].map(replyOf);
    expect(replies.map((reply) => [reply.transactionIdentifier, reply.validationCode])).toEqual(
      replies.map(() => [transactionIdentifier, validationCode]),
    );
    // The rest occurs only with an authorization or a payment.
    expect(replies.map((reply) => reply.financialNetworkCode ?? reply.returnAci)).toEqual(replies.map(() => undefined));
  });

  it('is the same for a repeat and an inquiry of a message', async () => {
    const { link } = await connected();
    const request = authorization({ authentication, instrument: card('0239', '102') });
    const first = await link.request(request);
    expect(await link.request(request)).toEqual(first);
    const asked = await link.inquire(inquiryOf(request));
    const { transactionIdentifier, merchantAdviceCode, cardSecurityCodeError, vpasResponse } = replyOf(first);
    const same = { transactionIdentifier, merchantAdviceCode, cardSecurityCodeError, vpasResponse };
    expect(same).toEqual({
      transactionIdentifier: expect.any(String),
      merchantAdviceCode: '02',
      cardSecurityCodeError: 'Y',
      vpasResponse: '2',
    });
    expect(asked).toMatchObject({ reply: same });
  });

  it.each([
    ['0439', '03'],
    ['0239', '02'],
    ['0427', '01'],
    ['0539', undefined],
    ['0139', undefined],
  ])('has for a card of %s the merchant advice code %s', async (expiry, advice) => {
    const { link } = await connected();
    const reply = replyOf(await link.request(authorization({ instrument: card(expiry) })));
    expect(reply.merchantAdviceCode).toBe(advice);
    expect(reply.validationCode === undefined).toBe(expiry !== '0139');
    expect(reply.returnAci === undefined).toBe(expiry !== '0139');
  });

  it.each([
    ['100', undefined],
    ['102', 'Y'],
  ])('reports for the security code %s that it is wrong: %s', async (securityCode, wrong) => {
    const { link } = await connected();
    const reply = replyOf(await link.request(authorization({ instrument: card('0139', securityCode) })));
    expect(reply.cardSecurityCodeError).toBe(wrong);
  });

  it('has the result of an authentication if there was one', async () => {
    const { link } = await connected();
    const outcome = async (expiry: string, given: object) => {
      const reply = replyOf(await link.request(authorization({ instrument: card(expiry), ...given })));
      return [reply.vpasResponse, reply.returnAci];
    };
    expect(await outcome('0139', {})).toEqual([undefined, 'W']);
    expect(await outcome('0139', { authentication })).toEqual(['2', 'U']);
    expect(await outcome('0538', { authentication })).toEqual(['1', undefined]);
    expect(await outcome('0139', { source: 'CARD_PRESENT' })).toEqual([undefined, 'E']);
    expect(await outcome('0139', { source: 'MOTO' })).toEqual([undefined, 'V']);
    expect(await outcome('0139', { source: 'constructor' })).toEqual([undefined, 'V']);
  });

  it('is sent with a capture of an authorization made elsewhere', async () => {
    const { link } = await connected();
    const reply = replyOf(await link.advise(standaloneCapture(), false));
    expect(reply).toMatchObject({ transactionIdentifier: expect.any(String), validationCode: expect.any(String) });
  });

  it('is absent for a gift card, and for a movement without an original', async () => {
    const { link } = await connected();
    const payment = authorization({ kind: 'PAYMENT', instrument: giftCard('6006000000000058', '1234') });
    const replies = [
      await link.request(payment),
      await link.advise(adviceOn(payment, 'VOID'), false),
      await link.advise(adviceOn(authorization(), 'CAPTURE'), false),
    ].map(replyOf);
    expect(replies.map(({ transactionIdentifier }) => transactionIdentifier)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(replies.map(({ acquirerCode }) => acquirerCode)).toEqual(['00', '00', '76']);
  });
});
