import { describe, expect, it, vi } from 'vitest';
import { adviceOn, authorization, replyOf, reversalOf } from '../../adapters/acquirers/fixtures.ts';
import { hostWith, linkTo, statesOf } from './rig.ts';

describe('faults', () => {
  it('DROP_REPLY leaves the movement without an answer, until it is reversed', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host, { requestTimeoutMs: 600 });
    const request = authorization();
    host.setFaults({ mode: 'DROP_REPLY', count: 1 });
    expect(await link.request(request)).toEqual({ status: 'NO_ANSWER' });
    expect(statesOf(host)).toEqual(['APPROVED']);
    expect(await link.reverse(reversalOf(request), false)).toBe(true);
    expect(statesOf(host)).toEqual(['REVERSED']);
  });

  it('DROP_REPLY also applies to reversals: done, and repeated until acknowledged', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host, { requestTimeoutMs: 600 });
    const request = authorization();
    await link.request(request);
    host.setFaults({ mode: 'DROP_REPLY', count: 1 });
    const advice = reversalOf(request);
    expect(await link.reverse(advice, false)).toBe(false);
    expect(statesOf(host)).toEqual(['REVERSED']);
    expect(await link.reverse(advice, true)).toBe(true);
  });

  it('DROP_REPLY also applies to advices: the money moves once, whichever repeat is answered', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host, { requestTimeoutMs: 600 });
    const request = authorization();
    await link.request(request);
    for (const kind of ['UPDATE', 'CAPTURE'] as const) {
      host.setFaults({ mode: 'DROP_REPLY', count: 2 });
      const advice = adviceOn(request, kind);
      expect(await link.advise(advice, false)).toEqual({ status: 'NO_ANSWER' });
      expect(await link.advise(advice, true)).toEqual({ status: 'NO_ANSWER' });
      expect(replyOf(await link.advise(advice, true)).gatewayCode).toBe('APPROVED');
    }
    expect(host.ledger({}).map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'AUTHORIZATION APPROVED',
      'UPDATE APPROVED',
      'CAPTURE APPROVED',
    ]);
  });

  it('GARBAGE, DUPLICATE_REPLY and DROP_REQUEST also apply to advices', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host, { requestTimeoutMs: 600 });
    const request = authorization();
    await link.request(request);
    const advice = adviceOn(request, 'CAPTURE');
    host.setFaults({ mode: 'DROP_REQUEST', count: 1 });
    expect(await link.advise(advice, false)).toEqual({ status: 'NO_ANSWER' });
    expect(statesOf(host)).toEqual(['APPROVED']);
    host.setFaults({ mode: 'GARBAGE', count: 1 });
    expect(await link.advise(advice, true)).toEqual({ status: 'NO_ANSWER' });
    expect(statesOf(host)).toEqual(['APPROVED', 'APPROVED']);
    await vi.waitFor(() => expect(link.ready()).toBe(true));
    host.setFaults({ mode: 'DUPLICATE_REPLY', count: 1 });
    expect(replyOf(await link.advise(advice, true)).gatewayCode).toBe('APPROVED');
    await vi.waitFor(() => expect(link.counters().unmatched).toBe(1));
    expect(statesOf(host)).toEqual(['APPROVED', 'APPROVED']);
  });

  it('DROP_REQUEST has no effect on the ledger', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host, { requestTimeoutMs: 600 });
    const request = authorization();
    host.setFaults({ mode: 'DROP_REQUEST', count: 1 });
    expect(await link.request(request)).toEqual({ status: 'NO_ANSWER' });
    expect(host.ledger({})).toEqual([]);
    expect(await link.reverse(reversalOf(request), false)).toBe(true);
  });

  it('DELAY answers after the set time, and after later requests', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host);
    host.setFaults({ mode: 'DELAY', delayMs: 50, count: 1 });
    const order: string[] = [];
    const delayed = link.request(authorization()).then((outcome) => order.push(`delayed ${outcome.status}`));
    const later = link.request(authorization()).then((outcome) => order.push(`later ${outcome.status}`));
    await Promise.all([delayed, later]);
    expect(order).toEqual(['later ANSWERED', 'delayed ANSWERED']);
  });

  it('DUPLICATE_REPLY has its second answer ignored and counted', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host);
    host.setFaults({ mode: 'DUPLICATE_REPLY', count: 1 });
    expect(replyOf(await link.request(authorization())).gatewayCode).toBe('APPROVED');
    await vi.waitFor(() => expect(link.counters().unmatched).toBe(1));
    expect(statesOf(host)).toEqual(['APPROVED']);
  });

  it('GARBAGE keeps the movement and drops the connection, and a new connection is served', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host);
    host.setFaults({ mode: 'GARBAGE', count: 1 });
    expect(await link.request(authorization())).toEqual({ status: 'NO_ANSWER' });
    expect(statesOf(host)).toEqual(['APPROVED']);
    expect(link.counters().garbled).toBe(1);
    await vi.waitFor(() => expect(link.ready()).toBe(true));
    expect(replyOf(await link.request(authorization())).gatewayCode).toBe('APPROVED');
  });

  it('REFUSE closes open connections and refuses new ones until its count is used up', async () => {
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

  it('end when their count is used up', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host, { requestTimeoutMs: 600 });
    host.setFaults({ mode: 'DROP_REPLY', count: 2 });
    const outcomes = await Promise.all([1, 2, 3].map(() => link.request(authorization())));
    expect(outcomes.map(({ status }) => status)).toEqual(['NO_ANSWER', 'NO_ANSWER', 'ANSWERED']);
    expect(host.faults()).toEqual({ mode: 'NONE', delayMs: 0, count: null });
  });
});
