import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { IN_FLIGHT_MAX } from '../../src/acquirer/limits.ts';
import { type AcquirerOptions, createAcquirer } from '../../src/acquirer/link.ts';
import type { AcquirerRequest } from '../../src/gateway/ports.ts';
import { authorization, CARD_NUMBER, card, giftCard, memoryLog, nextTrace, replyOf, reversalOf } from './fixtures.ts';
import { answerTo, type PeerOptions, send, startPeer } from './peer.ts';

const cleanUps: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) {
    await cleanUp();
  }
});

async function peerWith(options: PeerOptions = {}) {
  const peer = await startPeer(options);
  cleanUps.push(() => peer.close());
  return peer;
}

function linkTo(url: string, options: Partial<AcquirerOptions> = {}) {
  const log = memoryLog();
  const link = createAcquirer({ url, log, ...options, times: { reconnectBaseMs: 5, ...options.times } });
  cleanUps.push(() => link.close());
  return { link, log };
}

/** A port that nothing listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('the acquirer link: messages', () => {
  it('signs on before anything else', async () => {
    const peer = await peerWith({ onPayment: ({ reply }) => reply({ 39: '00' }) });
    const { link } = linkTo(peer.url);
    await link.request(authorization());
    expect(peer.received.map(({ message }) => message.mti)).toEqual(['0800', '0100']);
    expect(peer.received[0]?.message.fields).toMatchObject({ 41: 'TURNPIKE', 70: '001' });
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

  it('tells payments, verifications and gift cards apart', async () => {
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

  it('reads an answer into the gateway’s terms, and fills from the request what the answer leaves out', async () => {
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

  it('names the original in a reversal, and says when it repeats itself', async () => {
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

  it('takes a reversal for done only where the host says so', async () => {
    const peer = await peerWith({ onPayment: ({ reply }) => reply({ 39: '96' }) });
    const { link } = linkTo(peer.url);
    expect(await link.reverse(reversalOf(authorization()), false)).toBe(false);
  });

  it('does not send what does not fit its field, and says why without the value', async () => {
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

describe('the acquirer link: many at once', () => {
  it('gives each of many requests its own answer, in whatever order the answers come', async () => {
    const count = 300;
    const peer = await peerWith();
    const { link } = linkTo(peer.url);
    const requests = Array.from({ length: count }, () => authorization());
    const outcomes = Promise.all(requests.map((request) => link.request(request)));
    await vi.waitFor(() => expect(peer.payments()).toHaveLength(count));
    for (const { message, reply } of peer.payments().reverse()) {
      reply({ 38: message.fields[11], 39: '00' });
    }
    const codes = (await outcomes).map((outcome) => replyOf(outcome).authorizationCode);
    expect(codes).toEqual(requests.map(({ trace }) => trace.stan));
    expect(peer.sockets.size).toBe(1);
  });

  it('keeps apart the same trace number of two terminals', async () => {
    const peer = await peerWith({
      onPayment: ({ message, reply }) => reply({ 39: message.fields[41] === 'TERM000A' ? '00' : '05' }),
    });
    const { link } = linkTo(peer.url);
    const trace = nextTrace('TERM000A');
    const other = { ...trace, terminal: 'TERM000B' };
    const both = await Promise.all([
      link.request(authorization({ trace })),
      link.request(authorization({ trace: other })),
    ]);
    expect(both.map((outcome) => replyOf(outcome).gatewayCode)).toEqual(['APPROVED', 'DECLINED']);
  });

  it('does not send a second message under a trace that is under way', async () => {
    const peer = await peerWith();
    const { link, log } = linkTo(peer.url);
    const trace = nextTrace();
    const first = link.request(authorization({ trace }));
    await vi.waitFor(() => expect(peer.payments()).toHaveLength(1));
    expect(await link.request(authorization({ trace, orderId: 'another' }))).toEqual({ status: 'NOT_SENT' });
    peer.payments()[0]?.reply({ 39: '00' });
    expect(replyOf(await first).gatewayCode).toBe('APPROVED');
    expect(log.lines.at(-1)).toMatchObject({ level: 'error', about: { stan: trace.stan } });
  });

  it('refuses what comes above its cap, and serves what is below', async () => {
    const peer = await peerWith();
    const { link } = linkTo(peer.url);
    await vi.waitFor(() => expect(link.ready()).toBe(true));
    const waiting = Array.from({ length: IN_FLIGHT_MAX }, () => link.request(authorization()));
    expect(await link.request(authorization())).toEqual({ status: 'NOT_SENT' });
    await vi.waitFor(() => expect(peer.payments()).toHaveLength(IN_FLIGHT_MAX), { timeout: 10_000 });
    for (const { reply } of peer.payments()) {
      reply({ 39: '00' });
    }
    const outcomes = await Promise.all(waiting);
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['ANSWERED']));
  });

  it('takes back, as not sent, what a network that takes no more never got', async () => {
    const peer = await peerWith();
    const { link } = linkTo(peer.url, { requestTimeoutMs: 300 });
    await vi.waitFor(() => expect(link.ready()).toBe(true));
    for (const socket of peer.sockets) {
      socket.pause();
    }
    const statuses: string[] = [];
    const wide = '🧾'.repeat(40);
    const large = { reference: wide, orderId: wide, transactionId: wide };
    const send = async () => statuses.push((await link.request(authorization(large))).status);
    const all: Promise<number>[] = [];
    for (let turn = 0; turn < 20; turn += 1) {
      all.push(...Array.from({ length: 450 }, send));
      await new Promise(setImmediate);
    }
    await Promise.all(all);
    expect(new Set(statuses)).toEqual(new Set(['NO_ANSWER', 'NOT_SENT']));
    const unsent = statuses.filter((status) => status === 'NOT_SENT').length;
    for (const socket of peer.sockets) {
      socket.resume();
    }
    await vi.waitFor(() => expect(peer.payments()).toHaveLength(statuses.length - unsent), { timeout: 10_000 });
    // Whatever comes last comes after anything that was withdrawn would have.
    void link.request(authorization({ orderId: 'last' }));
    await vi.waitFor(() => expect(peer.payments().at(-1)?.message.fields[61]).toBe('last'));
    expect(peer.payments()).toHaveLength(statuses.length - unsent + 1);
  });
});

describe('the acquirer link: answers that do not come, or should not', () => {
  it('says NO_ANSWER when none comes in time, and ignores and counts it when it comes late', async () => {
    const peer = await peerWith();
    const { link } = linkTo(peer.url, { requestTimeoutMs: 40 });
    expect(await link.request(authorization())).toEqual({ status: 'NO_ANSWER' });
    peer.payments()[0]?.reply({ 39: '00' });
    await vi.waitFor(() => expect(link.counters()).toMatchObject({ timedOut: 1, unmatched: 1 }));
    expect(link.ready()).toBe(true);
  });

  it('takes the first of two answers and counts the second', async () => {
    const peer = await peerWith({
      onPayment: ({ reply }) => {
        reply({ 39: '00' });
        reply({ 39: '05' });
      },
    });
    const { link } = linkTo(peer.url);
    expect(replyOf(await link.request(authorization())).gatewayCode).toBe('APPROVED');
    await vi.waitFor(() => expect(link.counters().unmatched).toBe(1));
  });

  it.each([
    ['another amount', { 4: '000000000100' }],
    ['another reference', { 37: '000000000000' }],
    ['another currency', { 49: '840' }],
    ['another order', { 61: 'another' }],
    ['another merchant', { 63: 'OTHERSHOP' }],
  ])('does not take an approval for %s', async (_, contradiction) => {
    const peer = await peerWith({ onPayment: ({ reply }) => reply({ 39: '00', ...contradiction }) });
    const { link } = linkTo(peer.url, { requestTimeoutMs: 250 });
    expect(await link.request(authorization())).toEqual({ status: 'NO_ANSWER' });
    expect(link.counters().contradictory).toBe(1);
  });

  it('does not take an answer without a response code, of another type, or from another terminal', async () => {
    const peer = await peerWith({
      onPayment: ({ message, reply, socket }) => {
        reply({});
        send(socket, { ...answerTo(message, { 39: '00' }), mti: '0210' });
        reply({ 39: '00', 41: 'TERM9999' });
      },
    });
    const { link } = linkTo(peer.url, { requestTimeoutMs: 250 });
    expect(await link.request(authorization())).toEqual({ status: 'NO_ANSWER' });
    expect(link.counters()).toMatchObject({ contradictory: 1, unmatched: 2 });
  });

  it('ends everything in flight at once when the stream is garbled, and connects anew', async () => {
    let isFirst = true;
    const peer = await peerWith({
      onPayment: ({ reply, socket, message }) => {
        if (isFirst) {
          isFirst = false;
          socket.write('\u0000\u0014this is no ISO message');
        } else if (message.mti === '0100') {
          reply({ 39: '00' });
        }
      },
    });
    const { link, log } = linkTo(peer.url);
    expect(await link.request(authorization())).toEqual({ status: 'NO_ANSWER' });
    expect(link.counters().garbled).toBe(1);
    expect(log.lines.at(-1)).toMatchObject({ level: 'warn', about: { reason: 'GARBLED' } });
    await vi.waitFor(() => expect(link.ready()).toBe(true));
    expect(replyOf(await link.request(authorization())).gatewayCode).toBe('APPROVED');
  });

  it('ends everything in flight at once when the host hangs up', async () => {
    const peer = await peerWith({ onPayment: ({ socket }) => socket.destroy() });
    const { link } = linkTo(peer.url);
    const outcomes = await Promise.all([link.request(authorization()), link.request(authorization())]);
    expect(outcomes).toEqual([{ status: 'NO_ANSWER' }, { status: 'NO_ANSWER' }]);
    expect(link.counters().timedOut).toBe(0);
  });
});

describe('the acquirer link: coming and going', () => {
  it('is made without a host, says NOT_SENT, and signs on when the host comes', async () => {
    const port = await freePort();
    const { link, log } = linkTo(`iso8583://127.0.0.1:${port}`, { times: { reconnectCapMs: 20 } });
    expect(await link.request(authorization())).toEqual({ status: 'NOT_SENT' });
    expect(await link.reverse(reversalOf(authorization()), false)).toBe(false);
    expect(link.ready()).toBe(false);
    await peerWith({ port });
    await vi.waitFor(() => expect(link.ready()).toBe(true));
    const states = log.lines.map(({ level, message }) => `${level}: ${message}`);
    expect(states).toEqual(['warn: no connection to the acquirer', 'info: signed on to the acquirer']);
  });

  it('waits for the first sign-on with a request that is made at start-up', async () => {
    const peer = await peerWith({ onPayment: ({ reply }) => reply({ 39: '00' }) });
    const { link } = linkTo(peer.url);
    expect(link.ready()).toBe(false);
    expect(replyOf(await link.request(authorization())).gatewayCode).toBe('APPROVED');
  });

  it('gives that wait up when no sign-on comes', async () => {
    const peer = await peerWith({ network: () => undefined });
    const { link } = linkTo(peer.url, { times: { startUpWaitMs: 20 } });
    expect(await link.request(authorization())).toEqual({ status: 'NOT_SENT' });
    expect(peer.payments()).toEqual([]);
  });

  it('sends nothing over a connection whose sign-on is refused', async () => {
    const peer = await peerWith({ network: () => '58' });
    const { link, log } = linkTo(peer.url);
    expect(await link.request(authorization())).toEqual({ status: 'NOT_SENT' });
    expect(log.lines[0]).toMatchObject({ about: { reason: 'SIGN_ON_REFUSED' } });
    expect(peer.payments()).toEqual([]);
  });

  it('gives up a host that accepts and never answers the sign-on', async () => {
    const peer = await peerWith({ network: () => undefined });
    const { log } = linkTo(peer.url, { times: { signOnTimeoutMs: 20 } });
    await vi.waitFor(() => expect(log.lines[0]).toMatchObject({ about: { reason: 'SIGN_ON_TIMED_OUT' } }));
  });

  it('asks a silent host for an echo, and stays while it answers', async () => {
    const peer = await peerWith();
    const { link } = linkTo(peer.url, { times: { echoIdleMs: 20, echoAnswerMs: 200 } });
    const echoes = () => peer.received.filter(({ message }) => message.fields[70] === '301');
    await vi.waitFor(() => expect(echoes().length).toBeGreaterThan(2), { timeout: 10_000 });
    expect(link.counters().signOns).toBe(1);
  });

  it('connects anew after two echoes without an answer', async () => {
    const peer = await peerWith({ network: ({ fields }) => (fields[70] === '301' ? undefined : '00') });
    const { link, log } = linkTo(peer.url, { times: { echoIdleMs: 10, echoAnswerMs: 10 } });
    await vi.waitFor(() => expect(link.counters().signOns).toBeGreaterThan(1));
    expect(log.lines[1]).toMatchObject({ about: { reason: 'ECHO_UNANSWERED' } });
    const codes = peer.received.map(({ message }) => message.fields[70]);
    expect(codes.slice(0, 4)).toEqual(['001', '301', '301', '001']);
  });

  it('answers what is under way, then signs off and takes no more', async () => {
    const peer = await peerWith();
    const { link } = linkTo(peer.url);
    const request = link.request(authorization());
    await vi.waitFor(() => expect(peer.payments()).toHaveLength(1));
    const closed = link.close();
    expect(await link.request(authorization())).toEqual({ status: 'NOT_SENT' });
    peer.payments()[0]?.reply({ 39: '00' });
    expect(replyOf(await request).gatewayCode).toBe('APPROVED');
    await closed;
    expect(peer.received.at(-1)?.message.fields[70]).toBe('002');
    expect(link.ready()).toBe(false);
    await vi.waitFor(() => expect(peer.sockets.size).toBe(0));
  });

  it('can be closed twice, and while there is no host', async () => {
    const { link } = linkTo(`iso8583://127.0.0.1:${await freePort()}`);
    await Promise.all([link.close(), link.close()]);
    expect(await link.request(authorization())).toEqual({ status: 'NOT_SENT' });
  });

  it('never logs a card number', async () => {
    const peer = await peerWith({ onPayment: ({ socket }) => socket.destroy() });
    const { link, log } = linkTo(peer.url);
    await link.request(authorization({ instrument: card('0139', '987') }));
    expect(log.lines.length).toBeGreaterThan(0);
    expect(JSON.stringify(log.lines)).not.toMatch(/5123450000000008|987/);
  });
});
