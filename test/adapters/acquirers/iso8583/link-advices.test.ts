import { describe, expect, it, vi } from 'vitest';
import { Secret } from '../../../../src/contract/secret.ts';
import {
  adviceOn,
  authorization,
  CARD_NUMBER,
  card,
  giftCard,
  nextTrace,
  refundOf,
  replyOf,
  standaloneCapture,
} from '../fixtures.ts';
import { linkTo, peerWith } from './rig.ts';

const NO_INSTITUTIONS = '0'.repeat(22);

/** A peer that approves every payment, a link to it, and the messages that the peer received. */
async function approving() {
  const peer = await peerWith({ onPayment: ({ reply }) => reply({ 39: '00' }) });
  return { ...linkTo(peer.url), sent: () => peer.payments().map(({ message }) => message) };
}

describe('the acquirer link: advices', () => {
  it('puts a capture into the fields of the standard, and names its authorization', async () => {
    const { link, sent } = await approving();
    const earlier = authorization({ trace: nextTrace('TERM0009'), orderId: 'Bücher/1' });
    const trace = { ...nextTrace(), stan: '000042', receipt: '632602000042' };
    const advice = adviceOn(earlier, 'CAPTURE', { trace, transactionId: '2', amount: 500n, reference: 'part 1' });
    expect(replyOf(await link.advise(advice, false)).gatewayCode).toBe('APPROVED');
    expect(sent()).toEqual([
      {
        mti: '0220',
        fields: {
          3: '000000',
          4: '000000000500',
          7: '1121024500',
          11: '000042',
          12: '024500',
          13: '1121',
          22: '012',
          37: '632602000042',
          41: 'TERM0001',
          42: 'TESTSHOP       ',
          48: 'RF006part 1OT008TERM0009',
          49: '978',
          61: 'B%C3%BCcher/1',
          62: '2',
          63: 'TESTSHOP',
          90: `0100${earlier.trace.stan}1121024500${NO_INSTITUTIONS}`,
        },
      },
    ]);
  });

  it('sends captures, updates and voids as different messages', async () => {
    const { link, sent } = await approving();
    const earlier = authorization();
    const [capture, refund] = [adviceOn(earlier, 'CAPTURE'), refundOf(earlier)];
    await link.advise(capture, false);
    await link.advise(adviceOn(earlier, 'UPDATE', { amount: 2000n }), false);
    await link.advise(adviceOn(earlier, 'VOID'), false);
    await link.advise(adviceOn(capture, 'VOID'), false);
    await link.advise(adviceOn(refund, 'VOID'), false);
    const messages = sent().map(({ mti, fields }) => [mti, fields[3], fields[4], fields[39], fields[90]?.slice(0, 4)]);
    expect(messages).toEqual([
      ['0220', '000000', '000000001200', undefined, '0100'],
      ['0220', '020000', '000000002000', undefined, '0100'],
      ['0420', '000000', '000000001200', '17', '0100'],
      ['0420', '000000', '000000001200', '17', '0220'],
      ['0420', '200000', '000000001200', '17', '0200'],
    ]);
  });

  it.each([
    ['CAPTURE', '0220', '0221'],
    ['UPDATE', '0220', '0221'],
    ['VOID', '0420', '0421'],
  ] as const)('repeats a %s unchanged except for its type', async (kind, firstType, repeatType) => {
    const { link, sent } = await approving();
    const advice = adviceOn(authorization(), kind, { reference: 'r' });
    await link.advise(advice, false);
    await link.advise(advice, true);
    const [first, second] = sent();
    expect([first?.mti, second?.mti]).toEqual([firstType, repeatType]);
    expect(second?.fields).toEqual(first?.fields);
  });

  it('sends the card and the issuer’s code with a standalone capture, and neither security code nor PIN', async () => {
    const { link, sent } = await approving();
    await link.advise(standaloneCapture({ instrument: card('0139', '987') }), false);
    await link.advise(standaloneCapture({ instrument: giftCard('6006000000000058', '1234') }), false);
    expect(sent().map(({ fields }) => [fields[2], fields[3], fields[14], fields[38], fields[48], fields[90]])).toEqual([
      [CARD_NUMBER, '000000', '3901', 'A1B2C3', undefined, undefined],
      ['6006000000000058', '006000', undefined, 'A1B2C3', undefined, undefined],
    ]);
  });

  it('pads an issuer’s code with spaces to the length of its field, and strips them from an answer’s', async () => {
    const peer = await peerWith({ onPayment: ({ message, reply }) => reply({ 38: message.fields[38], 39: '00' }) });
    const { link } = linkTo(peer.url);
    const reply = replyOf(await link.advise(standaloneCapture({ authorizationCode: '7B' }), false));
    expect(peer.payments()[0]?.message.fields[38]).toBe('7B    ');
    expect(reply.authorizationCode).toBe('7B');
  });

  it('reports NO_ANSWER without an answer, and takes a late answer to the first sending as the answer to its repeat', async () => {
    const peer = await peerWith();
    const { link } = linkTo(peer.url, { requestTimeoutMs: 1_000 });
    const advice = adviceOn(authorization(), 'CAPTURE');
    expect(await link.advise(advice, false)).toEqual({ status: 'NO_ANSWER' });
    const again = link.advise(advice, true);
    await vi.waitFor(() => expect(peer.payments()).toHaveLength(2));
    peer.payments()[0]?.reply({ 39: '00' });
    expect(replyOf(await again).gatewayCode).toBe('APPROVED');
  });

  it('reads the acquirer’s own timeout code for an advice', async () => {
    const peer = await peerWith({ onPayment: ({ reply }) => reply({ 39: 'T1' }) });
    const { link } = linkTo(peer.url);
    const reply = replyOf(await link.advise(adviceOn(authorization(), 'CAPTURE'), false));
    expect(reply).toMatchObject({ gatewayCode: 'TIMED_OUT', acquirerMessage: 'Timed out' });
  });

  it('sends no void without an original, and no void of a void', async () => {
    const { link, log, sent } = await approving();
    const { original: _, ...nothing } = adviceOn(authorization(), 'VOID');
    expect(await link.advise(nothing, false)).toEqual({ status: 'NOT_SENT' });
    const twice = adviceOn(adviceOn(authorization(), 'VOID'), 'VOID');
    expect(await link.advise(twice, false)).toEqual({ status: 'NOT_SENT' });
    const faults = log.lines.filter(({ level }) => level === 'error').map(({ about }) => about);
    expect(faults).toEqual([
      { fault: 'MISSING_FIELD', field: 90 },
      { fault: 'MISSING_FIELD', field: 90 },
    ]);
    expect(sent()).toEqual([]);
  });
});

describe('the acquirer link: requests that refer to an earlier one', () => {
  it('names the refunded transaction in a refund, and no original in a standalone refund', async () => {
    const { link, sent } = await approving();
    const capture = adviceOn(authorization(), 'CAPTURE', { trace: nextTrace('TERM0009') });
    await link.request(refundOf(capture, { amount: 300n }));
    await link.request(authorization({ kind: 'REFUND' }));
    const messages = sent().map(({ mti, fields }) => [mti, fields[2], fields[3], fields[4], fields[48], fields[90]]);
    expect(messages).toEqual([
      [
        '0200',
        CARD_NUMBER,
        '200000',
        '000000000300',
        'ES008INTERNETOT008TERM0009',
        `0220${capture.trace.stan}1121024500${NO_INSTITUTIONS}`,
      ],
      ['0200', CARD_NUMBER, '200000', '000000001200', 'ES008INTERNET', undefined],
    ]);
  });

  it('reverses a refund as a refund', async () => {
    const { link, sent } = await approving();
    const refund = refundOf(authorization({ kind: 'PAYMENT' }));
    const { trace: original, kind: originalKind, merchantId, orderId, transactionId, amount, currency } = refund;
    const reversal = { original, originalKind, merchantId, orderId, transactionId, amount, currency };
    expect(await link.reverse({ trace: nextTrace(), ...reversal }, false)).toBe(true);
    const [message] = sent();
    expect(message).toMatchObject({ mti: '0420', fields: { 3: '200000', 90: expect.stringMatching(/^0200/) } });
    expect(message?.fields[39]).toBeUndefined();
  });

  it('sends a referral’s code with the request', async () => {
    const { link, sent } = await approving();
    await link.request(authorization({ authorizationCode: '654321' }));
    expect(sent()[0]).toMatchObject({ mti: '0100', fields: { 38: '654321' } });
  });

  it('sends the payer’s authentication, and the merchant’s order reference', async () => {
    const { link, sent } = await approving();
    const authentication = {
      eci: '05',
      token: new Secret('AAABBWcSNIdjeUZThmNHAAAAAAA='),
      xid: 'MDAwMDAwMDAwMDAwMDAwMDAwMDE=',
      dsTransactionId: 'd3e8aae9-b188-4305-9f4b-4db0baae1a00',
      protocolVersion: '2.2.0',
      transStatus: 'Y',
    };
    await link.request(authorization({ authentication, merchantReference: 'INV/2026-1 é' }));
    expect(sent()[0]?.fields[48]).toBe(
      'ES008INTERNETEC00205AT028AAABBWcSNIdjeUZThmNHAAAAAAA=XI028MDAwMDAwMDAwMDAwMDAwMDAwMDE=' +
        'DI036d3e8aae9-b188-4305-9f4b-4db0baae1a00PV0052.2.0TS001YMR017INV/2026-1 %C3%A9',
    );
  });

  it.each([
    ['CAPTURE', '0220'],
    ['UPDATE', '0220'],
    ['REFUND', '0200'],
    ['VOID', '0420'],
  ] as const)('queries a %s by the type that it was sent as', async (originalKind, type) => {
    const { link, sent } = await approving();
    await link.inquire({ trace: nextTrace(), original: nextTrace(), originalKind, merchantId: 'TESTSHOP' });
    expect(sent()[0]).toMatchObject({ mti: '0600', fields: { 90: expect.stringMatching(new RegExp(`^${type}`)) } });
  });
});
