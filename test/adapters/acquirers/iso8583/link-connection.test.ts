import { describe, expect, it, vi } from 'vitest';
import { freePorts } from '../../../support/ports.ts';
import { authorization, card, replyOf, reversalOf } from '../fixtures.ts';
import { linkTo, peerWith } from './rig.ts';

describe('the acquirer link: connecting and closing', () => {
  it('starts without a host, reports NOT_SENT, and signs on when the host is up', async () => {
    const [port = 0] = await freePorts(1);
    const { link, log } = linkTo(`iso8583://127.0.0.1:${port}`, { times: { reconnectCapMs: 20 } });
    expect(await link.request(authorization())).toEqual({ status: 'NOT_SENT' });
    expect(await link.reverse(reversalOf(authorization()), false)).toBe(false);
    expect(link.ready()).toBe(false);
    await peerWith({ port });
    await vi.waitFor(() => expect(link.ready()).toBe(true));
    const states = log.lines.map(({ level, message }) => `${level}: ${message}`);
    expect(states).toEqual(['warn: no connection to the acquirer', 'info: signed on to the acquirer']);
  });

  it('makes a request at start-up wait for the first sign-on', async () => {
    const peer = await peerWith({ onPayment: ({ reply }) => reply({ 39: '00' }) });
    const { link } = linkTo(peer.url);
    expect(link.ready()).toBe(false);
    expect(replyOf(await link.request(authorization())).gatewayCode).toBe('APPROVED');
  });

  it('ends the wait of a request at start-up when no sign-on comes', async () => {
    const peer = await peerWith({ network: () => undefined });
    const { link } = linkTo(peer.url, { times: { startUpWaitMs: 20 } });
    expect(await link.request(authorization())).toEqual({ status: 'NOT_SENT' });
    expect(peer.payments()).toEqual([]);
  });

  it('sends no message over a connection with a refused sign-on', async () => {
    const peer = await peerWith({ network: () => '58' });
    const { link, log } = linkTo(peer.url);
    expect(await link.request(authorization())).toEqual({ status: 'NOT_SENT' });
    expect(log.lines[0]).toMatchObject({ about: { reason: 'SIGN_ON_REFUSED' } });
    expect(peer.payments()).toEqual([]);
  });

  it('drops a host that accepts the connection and does not answer the sign-on', async () => {
    const peer = await peerWith({ network: () => undefined });
    const { log } = linkTo(peer.url, { times: { signOnTimeoutMs: 20 } });
    await vi.waitFor(() => expect(log.lines[0]).toMatchObject({ about: { reason: 'SIGN_ON_TIMED_OUT' } }));
  });

  it('sends an echo to a silent host, and stays connected while it answers', async () => {
    const peer = await peerWith();
    const { link } = linkTo(peer.url, { times: { echoIdleMs: 20, echoAnswerMs: 200 } });
    const echoes = () => peer.received.filter(({ message }) => message.fields[70] === '301');
    await vi.waitFor(() => expect(echoes().length).toBeGreaterThan(2), { timeout: 30_000 });
    expect(link.counters().signOns).toBe(1);
  });

  it('reconnects after two echoes without an answer', async () => {
    const peer = await peerWith({ network: ({ fields }) => (fields[70] === '301' ? undefined : '00') });
    const { link, log } = linkTo(peer.url, { times: { echoIdleMs: 10, echoAnswerMs: 10 } });
    await vi.waitFor(() => expect(link.counters().signOns).toBeGreaterThan(1));
    expect(log.lines[1]).toMatchObject({ about: { reason: 'ECHO_UNANSWERED' } });
    const codes = peer.received.map(({ message }) => message.fields[70]);
    expect(codes.slice(0, 4)).toEqual(['001', '301', '301', '001']);
  });

  it('drops a host that falls silent while requests wait for it, long before their timeout, and fails the next at once', async () => {
    let isSilent = false;
    const peer = await peerWith({ network: () => (isSilent ? undefined : '00') });
    const { link, log } = linkTo(peer.url, { times: { echoWaitingMs: 10, echoAnswerMs: 10, echoIdleMs: 600_000 } });
    await vi.waitFor(() => expect(link.ready()).toBe(true));
    isSilent = true;
    expect(await link.request(authorization())).toEqual({ status: 'NO_ANSWER' });
    expect(log.lines.at(-1)).toMatchObject({ about: { reason: 'ECHO_UNANSWERED' } });
    expect(await link.request(authorization())).toEqual({ status: 'NOT_SENT' });
    isSilent = false;
    await vi.waitFor(() => expect(link.ready()).toBe(true), { timeout: 30_000 });
  });

  it('keeps the connection to a quiet host while no request waits', async () => {
    const peer = await peerWith();
    const { link } = linkTo(peer.url, { times: { echoWaitingMs: 5, echoIdleMs: 600_000 } });
    await vi.waitFor(() => expect(link.ready()).toBe(true));
    const answered = Promise.withResolvers<void>();
    // Long enough for a dozen checks.
    setTimeout(answered.resolve, 60);
    await answered.promise;
    expect(peer.received.map(({ message }) => message.fields[70])).toEqual(['001']);
  });

  it('answers requests in flight, then signs off and accepts no more', async () => {
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

  it('can be closed twice at once, and while no host is connected', async () => {
    const [port = 0] = await freePorts(1);
    const { link } = linkTo(`iso8583://127.0.0.1:${port}`);
    await Promise.all([link.close(), link.close()]);
    expect(await link.request(authorization())).toEqual({ status: 'NOT_SENT' });
  });

  it('logs no card number', async () => {
    const peer = await peerWith({ onPayment: ({ socket }) => socket.destroy() });
    const { link, log } = linkTo(peer.url);
    await link.request(authorization({ instrument: card('0139', '987') }));
    expect(log.lines.length).toBeGreaterThan(0);
    expect(JSON.stringify(log.lines)).not.toMatch(/5123450000000008|\b987\b(?!\.)/);
  });
});
