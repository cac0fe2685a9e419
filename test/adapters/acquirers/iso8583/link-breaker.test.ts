/** The breaker on a real link: a host that answers every echo, but no payment. */
import { describe, expect, it, vi } from 'vitest';
import { adviceOn, authorization, replyOf, reversalOf } from '../fixtures.ts';
import type { PeerMessage } from './peer.ts';
import { linkTo, peerWith } from './rig.ts';

/** The production times, divided by a hundred. */
const FAST = { silenceMs: 80, proofWaitMs: 10, forgetMs: 60_000, probeEveryMs: 10 };

async function silentHost(breakerTimes: Partial<typeof FAST> = {}) {
  let isSilent = true;
  const peer = await peerWith({
    onPayment: ({ reply }: PeerMessage) => {
      if (!isSilent) {
        reply({ 39: '00' });
      }
    },
  });
  const { link, log } = linkTo(peer.url, { breakerTimes: { ...FAST, ...breakerTimes } });
  await vi.waitFor(() => expect(link.ready()).toBe(true));
  const waiting = [1, 2, 3].map(() => link.request(authorization()));
  const lines = () =>
    log.lines.flatMap(({ about, level }) => ('breaker' in about ? [`${level} ${about.breaker}`] : []));
  const open = () =>
    vi.waitFor(() => {
      link.ready();
      expect(lines()).toEqual(['warn OPEN']);
    });
  const speak = () => {
    isSilent = false;
  };
  /** A closing link waits for messages in flight. */
  const answerAll = () => {
    speak();
    for (const { reply } of peer.payments()) {
      reply({ 39: '00' });
    }
  };
  return { peer, link, lines, open, waiting, speak, answerAll };
}

describe('a host that answers echoes and no payment', () => {
  it('gets no more messages, since requests fail at once as NOT_SENT while the connection stays open', async () => {
    const { peer, link, open, answerAll } = await silentHost({ probeEveryMs: 60_000 });
    await open();
    expect(link.ready()).toBe(false);
    const sent = peer.payments().length;
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => link.request(authorization())));
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['NOT_SENT']));
    const original = authorization();
    expect(await link.advise(adviceOn(original, 'CAPTURE'), false)).toEqual({ status: 'NOT_SENT' });
    expect(await link.reverse(reversalOf(original), true)).toBe(false);
    expect(peer.payments()).toHaveLength(sent);
    expect(link.counters()).toMatchObject({ heldBack: 52, signOns: 1 });
    expect(link.status()).toEqual({ isSignedOn: true, breaker: 'OPEN', inFlight: 3 });
    answerAll();
  });

  it('is probed with one message at a time, a reversal or a request, and its first answer closes the breaker', async () => {
    const { peer, link, lines, open, speak, answerAll } = await silentHost();
    await open();
    await vi.waitFor(() => expect(link.ready()).toBe(true));
    const probe = link.reverse(reversalOf(authorization()), true);
    expect(link.ready()).toBe(false);
    expect(await link.request(authorization())).toEqual({ status: 'NOT_SENT' });
    await vi.waitFor(() => expect(peer.payments()).toHaveLength(4));
    expect(lines()).toEqual(['warn OPEN', 'info HALF_OPEN']);
    speak();
    peer.payments()[3]?.reply({ 39: '00' });
    expect(await probe).toBe(true);
    expect(link.ready()).toBe(true);
    const after = await Promise.all([1, 2, 3, 4, 5].map(() => link.request(authorization())));
    expect(after.map((outcome) => replyOf(outcome).gatewayCode)).toEqual(Array(5).fill('APPROVED'));
    expect(lines()).toEqual(['warn OPEN', 'info HALF_OPEN', 'info CLOSED']);
    answerAll();
  });

  it('closes the breaker when an earlier message gets a late answer', async () => {
    const { peer, link, lines, open, waiting, answerAll } = await silentHost({ probeEveryMs: 60_000 });
    await open();
    peer.payments()[1]?.reply({ 39: '00' });
    expect(replyOf((await waiting[1]) as never).gatewayCode).toBe('APPROVED');
    expect(link.ready()).toBe(true);
    expect(lines()).toEqual(['warn OPEN', 'info CLOSED']);
    answerAll();
  });
});

it('one slow authorization among answered ones does not open the breaker', async () => {
  const peer = await peerWith({
    onPayment: ({ message, reply }) => {
      if (message.fields[61] !== 'slow') {
        reply({ 39: '00' });
      }
    },
  });
  const { link, log } = linkTo(peer.url, { breakerTimes: { ...FAST, silenceMs: 20, proofWaitMs: 0 } });
  const slow = link.request(authorization({ orderId: 'slow' }));
  for (let count = 0; count < 200; count += 1) {
    expect(replyOf(await link.request(authorization())).gatewayCode).toBe('APPROVED');
  }
  peer.payments()[0]?.reply({ 39: '00' });
  expect(replyOf(await slow).gatewayCode).toBe('APPROVED');
  expect(log.lines.map(({ message }) => message)).toEqual(['signed on to the acquirer']);
});

it('a host that hangs up at every payment opens the breaker as well, and closes it when it answers', async () => {
  let isBroken = true;
  const peer = await peerWith({
    onPayment: ({ socket, reply }) => {
      if (isBroken) {
        socket.destroy();
      } else {
        reply({ 39: '00' });
      }
    },
  });
  const { link, log } = linkTo(peer.url, { times: { reconnectCapMs: 5 }, breakerTimes: FAST });
  const breaker = () => log.lines.flatMap(({ about }) => ('breaker' in about ? [about.breaker] : []));
  await vi.waitFor(
    async () => {
      await link.request(authorization());
      expect(breaker()).toContain('OPEN');
    },
    { timeout: 30_000, interval: 2 },
  );
  isBroken = false;
  await vi.waitFor(async () => expect((await link.request(authorization())).status).toBe('ANSWERED'), {
    timeout: 30_000,
    interval: 2,
  });
  expect(link.status().breaker).toBe('CLOSED');
});
