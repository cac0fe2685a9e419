import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/contract/durations.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { AttemptLimits } from '../../../src/core/limits/attempt-limits.ts';
import type { DeclineClass } from '../../../src/core/limits/decline-classes.ts';
import { type LimitsProfile, limitsProfile } from '../../../src/core/merchant/limits-profile.ts';
import { seededRandom } from '../../support/random.ts';

const DEFAULTS = limitsProfile.parse({});
const TEST_CARD = '5123450000000008';

function world(given: Partial<LimitsProfile> = {}) {
  let now = Date.UTC(2026, 10, 25, 12, 30);
  const clock = { now: () => now };
  const sealer = { hashes: (_purpose: string, text: string) => [Buffer.from(text.padEnd(32, '0'))] };
  const testCards = new Set([TEST_CARD]);
  const limits = new AttemptLimits({ clock, sealer, testCards } as ConstructorParameters<typeof AttemptLimits>[0]);
  let sent = 0;
  const attempt = async (number: string, decline: DeclineClass | 'NONE' | undefined, isPayers = true) => {
    const profile = { ...DEFAULTS, ...given };
    const tried = { merchantKey: 1, limits: profile, number: new Secret(number), shown: number.slice(-4), isPayers };
    const { limited } = (await limits.run(
      tried,
      async () => {
        await Promise.resolve();
        sent += 1;
      },
      () => decline,
    )) as { limited?: string };
    return limited;
  };
  return {
    attempt,
    limits,
    sent: () => sent,
    later: (ms: number) => {
      now += ms;
    },
  };
}

const ofBin = (bin: string, index: number) => bin + String(index).padStart(10, '0');

describe('a card', () => {
  it('that was declined ten times in a day is not sent again before the first of them is a day old', async () => {
    const { attempt, sent, later } = world();
    for (let count = 0; count < 9; count += 1) {
      await attempt('4000000000000001', 'ISSUER');
    }
    later(DAY_MS / 2);
    await attempt('4000000000000001', 'ISSUER');
    expect([await attempt('4000000000000001', undefined), sent()]).toEqual(['CARD', 10]);
    expect(await attempt('4000000000000002', undefined)).toBeUndefined();
    later(DAY_MS / 2);
    expect(await attempt('4000000000000001', undefined)).toBeUndefined();
  });

  it('is sent ten times of a hundred tries at once, since the rest waits for their answers', async () => {
    const { attempt, sent } = world();
    const all = await Promise.all(Array.from({ length: 100 }, () => attempt('4000000000000001', 'ISSUER')));
    expect([sent(), all.filter((limited) => limited === 'CARD')]).toEqual([
      10,
      expect.objectContaining({ length: 90 }),
    ]);
  });

  it('that is approved is sent any number of times, also concurrently', async () => {
    const { attempt, sent } = world();
    await Promise.all(Array.from({ length: 100 }, () => attempt('4000000000000001', undefined)));
    expect(sent()).toBe(100);
  });

  it('is not tried again after a final decline, unless the profile says so', async () => {
    const { attempt } = world();
    await attempt('4000000000000001', 'NEVER');
    expect(await attempt('4000000000000001', undefined)).toBe('NEVER_RETRY');
    const generous = world({ retriesAfterNever: true });
    await generous.attempt('4000000000000001', 'NEVER');
    expect(await generous.attempt('4000000000000001', undefined)).toBeUndefined();
  });

  it('of a tester is sent after any number of declines, and counts for no range and no alarm', async () => {
    const { attempt, limits, sent } = world();
    for (let count = 0; count < 60; count += 1) {
      await attempt(TEST_CARD, count % 2 === 0 ? 'ISSUER' : 'NEVER');
    }
    expect([await attempt(TEST_CARD, undefined), sent()]).toEqual([undefined, 61]);
    expect([limits.counted.unwritten().counts, limits.alarms.dueAlarms(Date.UTC(2026, 10, 25, 12, 30))]).toEqual([
      [],
      [],
    ]);
    expect(await attempt('5123459999999999', undefined)).toBeUndefined();
    expect(limits.counts.declines).toEqual({ ISSUER: 30, NEVER: 30 });
  });

  it('of a tester keeps each limit that the profile sets to another value than the default', async () => {
    const strict = world({ declinesPerCard: 2 });
    await strict.attempt(TEST_CARD, 'NEVER');
    await strict.attempt(TEST_CARD, 'ISSUER');
    expect(await strict.attempt(TEST_CARD, undefined)).toBe('CARD');
    const ofRange = world({ declinesPerBin: 10 });
    for (let count = 0; count < 10; count += 1) {
      await ofRange.attempt(TEST_CARD, 'ISSUER');
    }
    expect(await ofRange.attempt(TEST_CARD, undefined)).toBe('BIN');
  });

  it('is not counted where no issuer answered', async () => {
    const { attempt, sent } = world();
    for (let count = 0; count < 20; count += 1) {
      await attempt('4000000000000001', 'NONE');
    }
    expect(sent()).toBe(20);
  });

  it('with a failed try blocks no other try', async () => {
    const { limits, attempt } = world({ declinesPerCard: 1 });
    const tried = { merchantKey: 1, limits: { ...DEFAULTS, declinesPerCard: 1 }, shown: '', isPayers: true };
    const failing = limits.run(
      { ...tried, number: new Secret('4000000000000001') },
      () => Promise.reject(new Error('gone')),
      () => undefined,
    );
    const waiting = attempt('4000000000000001', undefined);
    await expect(failing).rejects.toThrow('gone');
    expect(await waiting).toBeUndefined();
  });
});

describe('the cards of a range', () => {
  it('are blocked for five minutes after thirty declines that are most of their tries', async () => {
    const { attempt, sent, later } = world();
    for (let index = 0; index < 300; index += 1) {
      await attempt(ofBin('400000', index), 'ISSUER');
    }
    expect([await attempt(ofBin('400000', 999), undefined), sent()]).toEqual(['BIN', 30]);
    expect(await attempt(ofBin('400001', 1), undefined)).toBeUndefined();
    later(5 * 60_000);
    expect(await attempt(ofBin('400000', 999), undefined)).toBeUndefined();
  });

  it('are not blocked where most of them are approved, for any number of declines', async () => {
    const { attempt, sent } = world();
    for (let index = 0; index < 500; index += 1) {
      await attempt(ofBin('400000', index), index % 2 === 0 ? 'ISSUER' : undefined);
    }
    expect(sent()).toBe(500);
  });

  it('are not blocked by the renewals of a merchant’s server', async () => {
    const { attempt, sent } = world();
    for (let index = 0; index < 200; index += 1) {
      await attempt(ofBin('400000', index), 'ISSUER', false);
    }
    expect(sent()).toBe(200);
  });

  it('do not delay a payer for the answers to such renewals', async () => {
    const { attempt, limits } = world();
    for (let index = 0; index < 29; index += 1) {
      await attempt(ofBin('400000', index), 'ISSUER');
    }
    const answer = Promise.withResolvers<void>();
    const renewal = limits.run(
      { merchantKey: 1, limits: DEFAULTS, number: new Secret(ofBin('400000', 100)), shown: '', isPayers: false },
      () => answer.promise,
      () => undefined,
    );
    // It would wait forever: the renewal is answered only after it.
    expect(await attempt(ofBin('400000', 101), undefined)).toBeUndefined();
    answer.resolve();
    await renewal;
  });
});

describe('normal traffic', () => {
  it('of 100,000 payments, a tenth of them declined, is never limited', async () => {
    const { attempt, sent, later } = world();
    const random = seededRandom('20261125');
    let limited = 0;
    for (let index = 0; index < 100_000; index += 1) {
      // After a decline the payer tries the card once more.
      const isDeclined = random.between(0, 10) === 0;
      const number = ofBin(`4${String(index % 200).padStart(5, '0')}`, isDeclined ? index : index % 7_000);
      for (let tries = isDeclined ? 2 : 1; tries > 0; tries -= 1) {
        limited += (await attempt(number, isDeclined ? 'ISSUER' : undefined)) === undefined ? 0 : 1;
      }
      later(50);
    }
    console.log(`${limited} of ${sent() + limited} normal tries limited`);
    expect(limited).toBe(0);
  });
});
