import { describe, expect, it } from 'vitest';
import { authorization, card, nextTrace, replyOf, reversalOf } from '../../adapters/acquirers/fixtures.ts';
import { hostWith, linkTo, statesOf } from './rig.ts';

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

  it('reverses a movement once, for any number of reversals', async () => {
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

  it('acknowledges a reversal of an unknown message, and refuses that message when it arrives later', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host);
    const request = authorization();
    expect(await link.reverse(reversalOf(request), false)).toBe(true);
    expect(host.ledger({})).toEqual([]);
    expect(replyOf(await link.request(request)).acquirerCode).toBe('21');
    expect(replyOf(await link.request(request)).acquirerCode).toBe('21');
    expect(statesOf(host)).toEqual(['DECLINED']);
  });

  it('does not approve a repeat of a reversed message', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host);
    const request = authorization();
    await link.request(request);
    await link.reverse(reversalOf(request), false);
    expect(replyOf(await link.request(request)).acquirerCode).toBe('21');
    expect(statesOf(host)).toEqual(['REVERSED']);
  });
});
