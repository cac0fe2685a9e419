import { describe, expect, it, vi } from 'vitest';
import type { AcquirerRequest } from '../../../../src/core/ports/index.ts';
import { authorization, CARD_NUMBER, card, giftCard, nextTrace, replyOf, reversalOf } from '../fixtures.ts';
import { linkTo, peerWith } from './rig.ts';

describe('the acquirer link: messages', () => {
  it('signs on before anything else', async () => {
    const peer = await peerWith({ onPayment: ({ reply }) => reply({ 39: '00' }) });
    const { link } = linkTo(peer.url);
    await link.request(authorization());
    expect(peer.received.map(({ message }) => message.mti)).toEqual(['0800', '0100']);
    expect(peer.received[0]?.message.fields).toMatchObject({ 41: 'TURNPIKE', 70: '001' });
  });

  it('puts the name, place and country of the statement into field 43', async () => {
    const peer = await peerWith({ onPayment: ({ reply }) => reply({ 39: '00' }) });
    const { link } = linkTo(peer.url);
    await link.request(authorization({ statement: { name: 'HARBOUR LANE BOOKS', place: 'Galway', country: 'IE' } }));
    await link.request(authorization({ statement: { name: 'HARBOUR LANE BOOKS XYZ' } }));
    expect(peer.payments().map(({ message }) => message.fields[43])).toEqual([
      'HARBOUR LANE BOOKS       Galway       IE',
      'HARBOUR LANE BOOKS XYZ                  ',
    ]);
  });

  it('puts an authorization into the fields of the standard', async () => {
    const peer = await peerWith({ onPayment: ({ reply }) => reply({ 39: '05' }) });
    const { link } = linkTo(peer.url);
    const trace = { ...nextTrace(), stan: '000042', receipt: '632602000042' };
    await link.request(
      authorization({
        trace,
        merchantId: 'A_MERCHANT-OF-MORE-THAN-FIFTEEN',
        orderId: 'Bücher/1',
        instrument: card('0139', '123'),
        billingAddress: { street: 'Alpha St', postcodeZip: '10115' },
        reference: '.FAIL_DECLINED',
      }),
    );
    expect(peer.payments()[0]?.message).toEqual({
      mti: '0100',
      fields: {
        2: CARD_NUMBER,
        3: '000000',
        4: '000000001200',
        7: '1121024500',
        11: '000042',
        12: '024500',
        13: '1121',
        14: '3901',
        22: '012',
        37: '632602000042',
        41: 'TERM0001',
        42: 'A_MERCHANT-OF-M',
        48: 'SC003123ES008INTERNETBP00510115RF014.FAIL_DECLINEDBS008Alpha St',
        49: '978',
        61: 'B%C3%BCcher/1',
        62: '1',
        63: 'A_MERCHANT-OF-MORE-THAN-FIFTEEN',
      },
    });
  });

  it('sends payments, verifications and gift cards as different messages', async () => {
    const peer = await peerWith({ onPayment: ({ reply }) => reply({ 39: '05' }) });
    const { link } = linkTo(peer.url);
    await link.request(authorization({ kind: 'PAYMENT' }));
    await link.request(authorization({ kind: 'VERIFICATION', amount: 0n }));
    await link.request(authorization({ instrument: giftCard('6006000000000058', '1234') }));
    const sent = peer.payments().map(({ message }) => [message.mti, message.fields[3], message.fields[48]]);
    expect(sent).toEqual([
      ['0200', '000000', 'ES008INTERNET'],
      ['0100', '380000', 'ES008INTERNET'],
      ['0100', '006000', 'GP0041234ES008INTERNET'],
    ]);
  });

  it('translates an answer into gateway codes, and fills missing fields from the request', async () => {
    const peer = await peerWith({
      onPayment: ({ reply }) => reply({ 12: '034501', 38: 'A1B2C3', 39: '00', 44: 'YM' }),
    });
    const { link } = linkTo(peer.url);
    const request = authorization();
    expect(replyOf(await link.request(request))).toEqual({
      gatewayCode: 'APPROVED',
      acquirerCode: '00',
      acquirerMessage: 'Approved',
      authorizationCode: 'A1B2C3',
      avs: { acquirerCode: 'Y', gatewayCode: 'ADDRESS_ZIP_MATCH' },
      securityCode: { acquirerCode: 'M', gatewayCode: 'MATCH' },
      stan: request.trace.stan,
      time: '034501',
      date: '1121',
      processingCode: '000000',
      posEntryMode: '012',
    });
  });

  it('names the original in a reversal, and marks a repeat', async () => {
    const peer = await peerWith({ onPayment: ({ reply }) => reply({ 39: '00' }) });
    const { link } = linkTo(peer.url);
    const request = authorization({ kind: 'PAYMENT', trace: nextTrace('TERM0009') });
    const advice = reversalOf(request);
    expect(await link.reverse(advice, false)).toBe(true);
    expect(await link.reverse(advice, true)).toBe(true);
    const [first, second] = peer.payments().map(({ message }) => message);
    expect([first?.mti, second?.mti]).toEqual(['0420', '0421']);
    expect(second?.fields).toEqual(first?.fields);
    expect(first?.fields).toMatchObject({
      11: advice.trace.stan,
      48: 'OT008TERM0009',
      90: `0200${request.trace.stan}1121024500${'0'.repeat(22)}`,
    });
    expect(first?.fields[2]).toBeUndefined();
  });

  it('counts a reversal as done only where the host confirms it', async () => {
    const peer = await peerWith({ onPayment: ({ reply }) => reply({ 39: '96' }) });
    const { link } = linkTo(peer.url);
    expect(await link.reverse(reversalOf(authorization()), false)).toBe(false);
  });

  it('refuses a value that does not fit its field, and gives the reason without the value', async () => {
    const peer = await peerWith();
    const { link, log } = linkTo(peer.url);
    await vi.waitFor(() => expect(link.ready()).toBe(true));
    expect(await link.request(authorization({ amount: 1_000_000_000_000n }))).toEqual({ status: 'NOT_SENT' });
    expect(await link.request(authorization({ amount: -1n }))).toEqual({ status: 'NOT_SENT' });
    expect(await link.request(authorization({ orderId: '\ud800' }))).toEqual({ status: 'NOT_SENT' });
    const long = giftCard('6006'.repeat(6));
    expect(await link.request(authorization({ instrument: long }))).toEqual({ status: 'NOT_SENT' });
    const broken = { ...authorization(), instrument: { kind: 'CARD' } } as unknown as AcquirerRequest;
    expect(await link.request(broken)).toEqual({ status: 'NOT_SENT' });
    expect(log.lines.filter(({ level }) => level === 'error').map(({ about }) => about)).toEqual([
      { fault: 'FIELD_LENGTH', field: 4 },
      { fault: 'FIELD_FORMAT', field: 4 },
      { fault: 'FIELD_FORMAT', field: 61 },
      { fault: 'FIELD_LENGTH', field: 2 },
      { fault: 'TypeError' },
    ]);
    expect(peer.payments()).toEqual([]);
  });
});
