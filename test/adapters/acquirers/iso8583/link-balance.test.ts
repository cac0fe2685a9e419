import { describe, expect, it } from 'vitest';
import type { IsoFields } from '../../../../src/adapters/acquirers/iso8583/message/index.ts';
import { EUR, giftCard, nextTrace } from '../fixtures.ts';
import { linkTo, peerWith } from './rig.ts';

const NUMBER = '6006000000000058';

async function answered(fields: IsoFields) {
  const peer = await peerWith({ onPayment: ({ reply }) => reply(fields) });
  const { link } = linkTo(peer.url);
  const instrument = giftCard(NUMBER, '1234');
  const outcome = await link.balance!({ trace: nextTrace(), merchantId: 'TESTSHOP', instrument, currency: EUR });
  return { outcome, sent: peer.payments()[0]!.message };
}

describe('the acquirer link: a balance', () => {
  it('is requested as an authorization of zero, with processing code 31', async () => {
    const { sent } = await answered({ 39: '05' });
    expect(sent.mti).toBe('0100');
    expect(sent.fields).toMatchObject({ 2: NUMBER, 3: '316000', 4: '000000000000', 48: 'GP0041234', 49: '978' });
    expect(sent.fields[61]).toBeUndefined();
  });

  it.each([
    ['the available amount', '6002978C000000004200', 4_200n],
    ['of several amounts the available one', '6001978C0000000050006002978C000000004200', 4_200n],
    ['of several currencies the right one', '6002840C0000000000076002978C000000004200', 4_200n],
    ['less than nothing as nothing', '6002978D000000000100', 0n],
  ])('is read from field 54: %s', async (_what, field, balance) => {
    expect((await answered({ 39: '00', 54: field })).outcome).toEqual({ status: 'KNOWN', balance });
  });

  it.each([
    ['without field 54', {}],
    ['with a field that cannot be read', { 54: 'about forty euros' }],
    ['with an entry that is cut off', { 54: '6002978C0000000042' }],
    ['in another currency', { 54: '6002840C000000004200' }],
  ] as [string, IsoFields][])('is unknown after an approval %s', async (_what, fields) => {
    expect((await answered({ 39: '00', ...fields })).outcome).toEqual({ status: 'NO_ANSWER' });
  });

  it('is declined with the code of a declined payment', async () => {
    expect((await answered({ 39: '55' })).outcome).toEqual({ status: 'REFUSED', gatewayCode: 'DECLINED' });
    expect((await answered({ 39: '75' })).outcome).toEqual({ status: 'REFUSED', gatewayCode: 'EXCEEDED_RETRY_LIMIT' });
  });
});
