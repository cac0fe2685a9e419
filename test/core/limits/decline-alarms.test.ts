import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../src/contract/durations.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { AttemptLimits } from '../../../src/core/limits/attempt-limits.ts';
import { declineAlarmWorker } from '../../../src/core/limits/decline-alarm-worker.ts';
import { limitsProfile } from '../../../src/core/merchant/limits-profile.ts';
import { memoryLog } from '../../adapters/acquirers/fixtures.ts';

const DEFAULTS = limitsProfile.parse({});

function world() {
  let now = Date.UTC(2026, 10, 25, 12);
  const clock = { now: () => now };
  const sealer = { hashes: (_purpose: string, text: string) => [Buffer.from(text.padEnd(32, '0'))] };
  const limits = new AttemptLimits({ clock, sealer });
  const log = memoryLog();
  const merchantByKey = async (key: number) => ({ id: `SHOP-${key}` });
  const worker = declineAlarmWorker({ alarms: limits.alarms, merchantByKey, clock, log });
  return {
    limits,
    log,
    worker,
    tried: async (bin: string, index: number, isDeclined: boolean, isPayers = true) => {
      const number = new Secret(bin + String(index).padStart(10, '0'));
      const attempt = { merchantKey: 7, limits: DEFAULTS, number, shown: '', isPayers };
      await limits.run(
        attempt,
        () => Promise.resolve(),
        () => (isDeclined ? 'ISSUER' : undefined),
      );
    },
    counts: () => limits.alarms.counts(now),
    later: (ms: number) => {
      now += ms;
    },
  };
}

async function times(count: number, act: (index: number) => Promise<void>): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await act(index);
  }
}

describe('an alarm of declines', () => {
  it('begins with the thirtieth decline of a range, and ends five minutes after the last', async () => {
    const { tried, counts, later } = world();
    await times(29, (index) => tried('400000', index, true));
    expect(counts()).toEqual({ MERCHANT: 0, RANGE: 0 });
    await tried('400000', 29, true);
    expect(counts()).toEqual({ MERCHANT: 0, RANGE: 1 });
    later(5 * MINUTE_MS);
    expect(counts()).toEqual({ MERCHANT: 0, RANGE: 0 });
  });

  it('is of a merchant with mostly declined payments, in any ranges', async () => {
    const { tried, counts } = world();
    await times(50, (index) => tried(`4${String(index).padStart(5, '0')}`, index, true));
    expect(counts()).toEqual({ MERCHANT: 1, RANGE: 0 });
  });

  it('does not begin where most payments are approved, or no payer takes part', async () => {
    const { tried, counts } = world();
    await times(500, (index) => tried('400000', index, index % 2 === 0));
    await times(500, (index) => tried('400001', index, true, false));
    expect(counts()).toEqual({ MERCHANT: 0, RANGE: 0 });
  });

  it('is reported once, with merchant and range', async () => {
    const { tried, worker, log, later } = world();
    await times(30, (index) => tried('400000', index, true));
    worker.start();
    worker.wake();
    await expect.poll(() => log.lines.length).toBe(1);
    worker.wake();
    later(MINUTE_MS);
    await worker.close();
    expect(log.lines).toHaveLength(1);
    expect(JSON.stringify(log.lines)).toMatch(/CARD_TESTING.*SHOP-7.*400000/);
  });
});
