import { describe, expect, it, vi } from 'vitest';
import { IN_FLIGHT_MAX } from '../../../../src/adapters/acquirers/link-limits.ts';
import { authorization, nextTrace, replyOf } from '../fixtures.ts';
import { answerTo, send } from './peer.ts';
import { linkTo, peerWith } from './rig.ts';

describe('the acquirer link: concurrent requests', () => {
  it('gives each of many requests its own answer, in any order of the answers', async () => {
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

  it('distinguishes the same trace number of two terminals', async () => {
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

  it('sends no second message under a trace in flight', async () => {
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

  it('refuses requests above its cap, and serves those below', async () => {
    const peer = await peerWith();
    const { link } = linkTo(peer.url);
    await vi.waitFor(() => expect(link.ready()).toBe(true));
    const waiting = Array.from({ length: IN_FLIGHT_MAX }, () => link.request(authorization()));
    expect(await link.request(authorization())).toEqual({ status: 'NOT_SENT' });
    await vi.waitFor(() => expect(peer.payments()).toHaveLength(IN_FLIGHT_MAX), { timeout: 30_000 });
    for (const { reply } of peer.payments()) {
      reply({ 39: '00' });
    }
    const outcomes = await Promise.all(waiting);
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['ANSWERED']));
  });

  it('reports requests that a blocked network never received as NOT_SENT', async () => {
    const peer = await peerWith();
    const { link } = linkTo(peer.url, { requestTimeoutMs: 300 });
    await vi.waitFor(() => expect(link.ready()).toBe(true));
    for (const socket of peer.sockets) {
      socket.pause();
    }
    const statuses = new Map<number, string>();
    const wide = '🧾'.repeat(35);
    const large = { reference: wide, transactionId: wide };
    const send = async (index: number) => {
      const { status } = await link.request(authorization({ ...large, orderId: `${index}${wide}` }));
      statuses.set(index, status);
    };
    const all: Promise<void>[] = [];
    for (let turn = 0; turn < 20; turn += 1) {
      all.push(...Array.from({ length: 450 }, (_, index) => send(turn * 450 + index)));
      await new Promise(setImmediate);
    }
    await Promise.all(all);
    expect(new Set(statuses.values())).toEqual(new Set(['NO_ANSWER', 'NOT_SENT']));
    for (const socket of peer.sockets) {
      socket.resume();
    }
    // The last message arrives after any withdrawn one would have. A link silent for so long may have been dropped:
    // then it reconnects first, and messages that it had not written are lost.
    const orders = () => peer.payments().map(({ message }) => message.fields[61] ?? '');
    await vi.waitFor(
      async () => {
        await link.request(authorization({ orderId: 'last' }));
        expect(orders()).toContain('last');
      },
      { timeout: 30_000 },
    );
    const arrived = orders().filter((order) => order !== 'last');
    expect(new Set(arrived.map((order) => statuses.get(Number.parseInt(order, 10))))).toEqual(new Set(['NO_ANSWER']));
  });
});

describe('the acquirer link: missing and wrong answers', () => {
  it('reports NO_ANSWER at the timeout, and ignores and counts a late answer', async () => {
    const peer = await peerWith();
    const { link } = linkTo(peer.url, { requestTimeoutMs: 40 });
    expect(await link.request(authorization())).toEqual({ status: 'NO_ANSWER' });
    peer.payments()[0]?.reply({ 39: '00' });
    await vi.waitFor(() => expect(link.counters()).toMatchObject({ timedOut: 1, unmatched: 1 }));
    expect(link.ready()).toBe(true);
  });

  it('accepts the first of two answers and counts the second', async () => {
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
  ])('does not accept an approval for %s', async (_, contradiction) => {
    const peer = await peerWith({ onPayment: ({ reply }) => reply({ 39: '00', ...contradiction }) });
    const { link } = linkTo(peer.url, { requestTimeoutMs: 250 });
    expect(await link.request(authorization())).toEqual({ status: 'NO_ANSWER' });
    expect(link.counters().contradictory).toBe(1);
  });

  it('does not accept an answer without a response code, of another type, or from another terminal', async () => {
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

  it('fails all requests in flight at once when the stream is garbled, and reconnects', async () => {
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

  it('fails all requests in flight at once when the host hangs up', async () => {
    const peer = await peerWith({ onPayment: ({ socket }) => socket.destroy() });
    const { link } = linkTo(peer.url);
    const outcomes = await Promise.all([link.request(authorization()), link.request(authorization())]);
    expect(outcomes).toEqual([{ status: 'NO_ANSWER' }, { status: 'NO_ANSWER' }]);
    expect(link.counters().timedOut).toBe(0);
  });
});
