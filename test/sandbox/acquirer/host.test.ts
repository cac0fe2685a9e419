import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { decodeMessage, encodeMessage } from '../../../src/acquirer/iso8583/codec.ts';
import type { IsoMessage } from '../../../src/acquirer/iso8583/fields.ts';
import { FrameReader, frame } from '../../../src/acquirer/iso8583/frame.ts';
import { requestMessage, reversalMessage } from '../../../src/acquirer/messages.ts';
import type { AcquirerHost } from '../../../src/sandbox/acquirer/host.ts';
import { authorization, CARD_NUMBER, card, giftCard, nextTrace, replyOf, reversalOf } from '../../acquirer/fixtures.ts';
import { hostWith, linkTo, temporaryFolder } from './rig.ts';

const SIGN_ON: IsoMessage = { mti: '0800', fields: { 11: '000001', 41: 'RAWLINK0', 70: '001' } };

/** Sends messages over a socket of its own, one after the other, and gives the answers: for what the link never sends. */
async function exchange(host: AcquirerHost, ...messages: IsoMessage[]): Promise<IsoMessage[]> {
  const socket = connect({ host: '127.0.0.1', port: host.port });
  const answers: IsoMessage[] = [];
  const reader = new FrameReader((text) => answers.push(decodeMessage(text)));
  socket.on('data', (chunk) => reader.push(chunk as Buffer));
  socket.on('error', () => {});
  await once(socket, 'connect');
  for (const [index, message] of messages.entries()) {
    socket.write(frame(encodeMessage(message)), 'latin1');
    await vi.waitFor(() => expect(answers).toHaveLength(index + 1));
  }
  socket.destroy();
  return answers;
}

const statesOf = (host: AcquirerHost) => host.ledger({}).map((entry) => entry.state);

describe('the acquirer’s ledger', () => {
  it('has one entry a movement, as the gateway sent it', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host);
    const payment = authorization({ kind: 'PAYMENT', orderId: 'Bücher/1', transactionId: 'a%b', amount: 1205n });
    await link.request(payment);
    expect(host.ledger({})).toEqual([
      {
        kind: 'PAYMENT',
        reference: payment.trace.receipt,
        merchant: 'TESTSHOP',
        order: 'Bücher/1',
        transaction: 'a%b',
        amount: '12.05',
        currency: 'EUR',
        state: 'APPROVED',
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    ]);
  });

  it.each([
    ['JPY', '392', 1200n, '1200'],
    ['KWD', '414', 1200n, '1.200'],
    ['EUR', '978', 999_999_999_999n, '9999999999.99'],
    ['EUR', '978', 5n, '0.05'],
  ])('shows amounts of %s (%s) %s as %s', async (code, numeric, amount, text) => {
    const { host } = await hostWith();
    const link = await linkTo(host);
    await link.request(authorization({ amount, currency: { code, numeric } }));
    expect(host.ledger({})).toMatchObject([{ amount: text, currency: code }]);
  });

  it('is asked by merchant, by order, or by both', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host);
    for (const [merchantId, orderId] of [
      ['A', '1'],
      ['A', '2'],
      ['B', '1'],
    ] as const) {
      await link.request(authorization({ merchantId, orderId }));
    }
    const found = (filter: { merchant?: string; order?: string }) =>
      host.ledger(filter).map(({ merchant, order }) => merchant + order);
    expect(found({})).toEqual(['A1', 'A2', 'B1']);
    expect(found({ merchant: 'A' })).toEqual(['A1', 'A2']);
    expect(found({ order: '1' })).toEqual(['A1', 'B1']);
    expect(found({ merchant: 'A', order: '1' })).toEqual(['A1']);
    expect(found({ order: "1' OR 1=1" })).toEqual([]);
  });

  it('outlives the host, and so does what was answered', async () => {
    const ledgerFile = join(await temporaryFolder(), 'made', 'ledger.db');
    const first = await hostWith({ ledgerFile });
    const link = await linkTo(first.host);
    const requests = [authorization(), authorization({ instrument: card('0539') }), authorization()];
    for (const request of requests) {
      await link.request(request);
    }
    await link.reverse(reversalOf(requests[2] as (typeof requests)[0]), false);
    const before = first.host.ledger({});
    await first.host.close();
    const second = await hostWith({ ledgerFile });
    expect(second.host.ledger({})).toEqual(before);
    expect(statesOf(second.host)).toEqual(['APPROVED', 'DECLINED', 'REVERSED']);
    const again = await linkTo(second.host);
    expect(replyOf(await again.request(requests[1] as (typeof requests)[0])).gatewayCode).toBe('DECLINED');
    expect(second.host.counters().duplicates).toBe(1);
  });

  it('holds no card number, security code or PIN, and is its owner’s alone', async () => {
    const folder = await temporaryFolder();
    const { host } = await hostWith({ ledgerFile: join(folder, 'ledger.db') });
    const link = await linkTo(host);
    await link.request(authorization({ instrument: card('0139', '9876') }));
    await link.request(authorization({ instrument: giftCard('6006000000000058', '1234') }));
    const files = await readdir(folder);
    expect(files).toContain('ledger.db-wal');
    for (const file of files) {
      const bytes = await readFile(join(folder, file), 'latin1');
      expect(bytes).not.toMatch(new RegExp(`${CARD_NUMBER}|6006000000000058|9876|GP0041234`));
      expect((await stat(join(folder, file))).mode & 0o077).toBe(0);
    }
  });
});

describe('repeats and reversals', () => {
  it('answers a repeated request as before, without a second entry, and counts it', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host);
    const request = authorization();
    const first = await link.request(request);
    expect(await link.request(request)).toEqual(first);
    expect(statesOf(host)).toEqual(['APPROVED']);
    expect(host.counters()).toMatchObject({ duplicates: 1, conflicts: 0 });
  });

  it('refuses another request under a trace that was used', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host);
    const request = authorization();
    await link.request(request);
    const outcomes = [
      await link.request({ ...request, amount: 1201n }),
      await link.request({ ...request, kind: 'PAYMENT' }),
      await link.request({ ...request, orderId: 'another' }),
    ];
    expect(outcomes.map((outcome) => replyOf(outcome).acquirerCode)).toEqual(['94', '94', '94']);
    expect(host.ledger({})).toMatchObject([{ amount: '12.00', kind: 'AUTHORIZATION' }]);
    expect(host.counters().conflicts).toBe(3);
  });

  it('takes a movement back once, however often it is told to', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host);
    const request = authorization();
    await link.request(request);
    const advice = reversalOf(request);
    expect(await link.reverse(advice, false)).toBe(true);
    expect(await link.reverse(advice, true)).toBe(true);
    expect(await link.reverse({ ...advice, trace: nextTrace() }, false)).toBe(true);
    expect(statesOf(host)).toEqual(['REVERSED']);
  });

  it('leaves a declined movement declined', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host);
    const request = authorization({ instrument: card('0539') });
    await link.request(request);
    expect(await link.reverse(reversalOf(request), false)).toBe(true);
    expect(statesOf(host)).toEqual(['DECLINED']);
  });

  it('finds the original by its own terminal when the reversal comes from another', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host);
    const request = authorization({ trace: nextTrace('TERM000A') });
    const sameStan = authorization({ trace: { ...request.trace, terminal: 'TERM000B' } });
    await link.request(request);
    await link.request(sameStan);
    await link.reverse({ ...reversalOf(request), trace: nextTrace('TERM000B') }, false);
    expect(statesOf(host)).toEqual(['REVERSED', 'APPROVED']);
  });

  it('acknowledges a reversal of what it never had, and refuses that when it comes late', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host);
    const request = authorization();
    expect(await link.reverse(reversalOf(request), false)).toBe(true);
    expect(host.ledger({})).toEqual([]);
    expect(replyOf(await link.request(request)).acquirerCode).toBe('21');
    expect(replyOf(await link.request(request)).acquirerCode).toBe('21');
    expect(statesOf(host)).toEqual(['DECLINED']);
  });

  it('does not approve a repeat of what has been reversed', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host);
    const request = authorization();
    await link.request(request);
    await link.reverse(reversalOf(request), false);
    expect(replyOf(await link.request(request)).acquirerCode).toBe('21');
    expect(statesOf(host)).toEqual(['REVERSED']);
  });
});

describe('faults', () => {
  it('DROP_REPLY: the movement stands without an answer, until it is reversed', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host, { requestTimeoutMs: 150 });
    const request = authorization();
    host.setFaults({ mode: 'DROP_REPLY', count: 1 });
    expect(await link.request(request)).toEqual({ status: 'NO_ANSWER' });
    expect(statesOf(host)).toEqual(['APPROVED']);
    expect(await link.reverse(reversalOf(request), false)).toBe(true);
    expect(statesOf(host)).toEqual(['REVERSED']);
  });

  it('DROP_REPLY meets reversals too: done, and repeated until acknowledged', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host, { requestTimeoutMs: 150 });
    const request = authorization();
    await link.request(request);
    host.setFaults({ mode: 'DROP_REPLY', count: 1 });
    const advice = reversalOf(request);
    expect(await link.reverse(advice, false)).toBe(false);
    expect(statesOf(host)).toEqual(['REVERSED']);
    expect(await link.reverse(advice, true)).toBe(true);
  });

  it('DROP_REQUEST: nothing happened', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host, { requestTimeoutMs: 150 });
    const request = authorization();
    host.setFaults({ mode: 'DROP_REQUEST', count: 1 });
    expect(await link.request(request)).toEqual({ status: 'NO_ANSWER' });
    expect(host.ledger({})).toEqual([]);
    expect(await link.reverse(reversalOf(request), false)).toBe(true);
  });

  it('DELAY: the answer comes after its time, and after those of later requests', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host);
    host.setFaults({ mode: 'DELAY', delayMs: 50, count: 1 });
    const order: string[] = [];
    const delayed = link.request(authorization()).then((outcome) => order.push(`delayed ${outcome.status}`));
    const later = link.request(authorization()).then((outcome) => order.push(`later ${outcome.status}`));
    await Promise.all([delayed, later]);
    expect(order).toEqual(['later ANSWERED', 'delayed ANSWERED']);
  });

  it('DUPLICATE_REPLY: the second answer is ignored and counted', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host);
    host.setFaults({ mode: 'DUPLICATE_REPLY', count: 1 });
    expect(replyOf(await link.request(authorization())).gatewayCode).toBe('APPROVED');
    await vi.waitFor(() => expect(link.counters().unmatched).toBe(1));
    expect(statesOf(host)).toEqual(['APPROVED']);
  });

  it('GARBAGE: the movement stands, the connection is given up, and a new one serves', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host);
    host.setFaults({ mode: 'GARBAGE', count: 1 });
    expect(await link.request(authorization())).toEqual({ status: 'NO_ANSWER' });
    expect(statesOf(host)).toEqual(['APPROVED']);
    expect(link.counters().garbled).toBe(1);
    await vi.waitFor(() => expect(link.ready()).toBe(true));
    expect(replyOf(await link.request(authorization())).gatewayCode).toBe('APPROVED');
  });

  it('REFUSE: cuts what is connected and refuses until its count is spent', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host);
    host.setFaults({ mode: 'REFUSE' });
    await vi.waitFor(() => expect(link.ready()).toBe(false));
    expect(await link.request(authorization())).toEqual({ status: 'NOT_SENT' });
    expect(host.faults()).toEqual({ mode: 'REFUSE', delayMs: 0, count: null });
    host.setFaults({ mode: 'REFUSE', count: 2 });
    await vi.waitFor(() => expect(link.ready()).toBe(true));
    expect(host.faults().mode).toBe('NONE');
    expect(host.ledger({})).toEqual([]);
  });

  it('last for their count and are gone', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host, { requestTimeoutMs: 150 });
    host.setFaults({ mode: 'DROP_REPLY', count: 2 });
    const outcomes = await Promise.all([1, 2, 3].map(() => link.request(authorization())));
    expect(outcomes.map(({ status }) => status)).toEqual(['NO_ANSWER', 'NO_ANSWER', 'ANSWERED']);
    expect(host.faults()).toEqual({ mode: 'NONE', delayMs: 0, count: null });
  });
});

describe('the host’s connections', () => {
  it('serves many links and many requests at once, one entry each', async () => {
    const { host } = await hostWith();
    const links = await Promise.all([linkTo(host), linkTo(host), linkTo(host)]);
    const outcomes = await Promise.all(
      Array.from({ length: 600 }, (_, index) => links[index % 3]?.request(authorization({ orderId: `o${index}` }))),
    );
    expect(outcomes.filter((outcome) => outcome?.status === 'ANSWERED')).toHaveLength(600);
    expect(new Set(host.ledger({}).map(({ order }) => order)).size).toBe(600);
    expect(host.ledger({})).toHaveLength(600);
  });

  it('is found again by the link after a restart', async () => {
    const first = await hostWith();
    const link = await linkTo(first.host);
    const { port } = first.host;
    await first.host.close();
    await vi.waitFor(() => expect(link.ready()).toBe(false));
    const second = await hostWith({ port });
    await vi.waitFor(() => expect(link.ready()).toBe(true));
    expect(replyOf(await link.request(authorization())).gatewayCode).toBe('APPROVED');
    expect(statesOf(second.host)).toEqual(['APPROVED']);
  });

  it('does nothing for a connection that has not signed on, or has signed off', async () => {
    const { host } = await hostWith();
    const payment = () => requestMessage(authorization());
    const signOff = { mti: '0800', fields: { ...SIGN_ON.fields, 70: '002' } };
    const answers = await exchange(host, payment(), SIGN_ON, payment(), signOff, payment());
    expect(answers.map(({ fields }) => fields[39])).toEqual(['58', '00', '00', '00', '58']);
    expect(statesOf(host)).toEqual(['APPROVED']);
  });

  it('answers an echo', async () => {
    const { host } = await hostWith();
    const echo = { mti: '0800', fields: { 11: '000002', 41: 'RAWLINK0', 70: '301' } };
    expect(await exchange(host, echo)).toEqual([{ mti: '0810', fields: { ...echo.fields, 39: '00' } }]);
  });

  it('refuses a message that lacks a field, or has a currency that nobody issues, without an entry', async () => {
    const { host } = await hostWith();
    const whole = requestMessage(authorization());
    const without = (field: 2 | 4 | 37 | 49 | 61) => ({
      mti: whole.mti,
      fields: { ...whole.fields, [field]: undefined },
    });
    const odd = { mti: whole.mti, fields: { ...whole.fields, 49: '000' } };
    const reversal = reversalMessage(reversalOf(authorization()), false);
    const nameless = { mti: reversal.mti, fields: { ...reversal.fields, 48: undefined } };
    const messages = [SIGN_ON, without(2), without(4), without(37), without(49), without(61), odd, nameless];
    const codes = (await exchange(host, ...messages)).map(({ fields }) => fields[39]);
    expect(codes).toEqual(['00', '30', '30', '30', '30', '30', '12', '30']);
    expect(host.ledger({})).toEqual([]);
  });

  it('never sends the card’s number back', async () => {
    const { host } = await hostWith();
    const [, answer] = await exchange(
      host,
      SIGN_ON,
      requestMessage(authorization({ instrument: card('0139', '100') })),
    );
    expect(Object.keys(answer?.fields ?? {}).map(Number)).toEqual([
      3, 4, 7, 11, 12, 13, 22, 37, 38, 39, 41, 42, 44, 49,
    ]);
  });

  it.each([
    ['no message', Buffer.from(frame('?'.repeat(40)), 'latin1')],
    ['an impossible length', Buffer.from([0, 0])],
    [
      'a message that nobody could answer',
      Buffer.from(frame(encodeMessage({ mti: '0100', fields: { 4: '000000000000' } }))),
    ],
    ['an answer', Buffer.from(frame(encodeMessage({ mti: '0110', fields: SIGN_ON.fields })))],
  ])('cuts a connection that sends %s, and serves the others', async (_, bytes) => {
    const { host, log } = await hostWith();
    const link = await linkTo(host);
    const socket = connect({ host: '127.0.0.1', port: host.port });
    socket.write(bytes);
    await once(socket, 'close');
    expect(log.lines.at(-1)).toMatchObject({ level: 'warn' });
    expect(replyOf(await link.request(authorization())).gatewayCode).toBe('APPROVED');
  });

  it('says why it cannot listen where the port is taken', async () => {
    const { host } = await hostWith();
    await expect(hostWith({ port: host.port })).rejects.toThrow(/EADDRINUSE/);
  });
});
