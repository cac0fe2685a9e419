/** Sign-ins in the audit trail: each merchant's first from a network, and password guesses, which must not flood it. */
import { beforeEach, describe, expect, it } from 'vitest';
import { type AuditEvent, SignInRecorder } from '../../../src/back-office/audit/index.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/contract/durations.ts';

let now = 0;
let appended: AuditEvent[] = [];
let isDown = false;
let signIns: SignInRecorder;
beforeEach(() => {
  now = 20_000 * DAY_MS;
  appended = [];
  isDown = false;
  signIns = new SignInRecorder({
    trail: {
      append: async (event) => {
        if (isDown) {
          throw new Error('The store failed.');
        }
        appended.push(event);
      },
    },
    now: () => now,
  });
});

describe('a successful sign-in', () => {
  it('is one entry a day for each merchant and network', async () => {
    for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8::2']) {
      signIns.recordSuccess('SHOP', address, 'password');
    }
    signIns.recordSuccess('OTHER', '192.0.2.1', 'certificate');
    await signIns.write();
    expect(appended.map(({ action, actor, subject, details }) => [action, actor, subject, details])).toEqual([
      ['sign-in', 'merchant.SHOP', 'SHOP', { from: '192.0.2.1', by: 'password' }],
      ['sign-in', 'merchant.SHOP', 'SHOP', { from: '192.0.2.2', by: 'password' }],
      ['sign-in', 'merchant.SHOP', 'SHOP', { from: '2001:db8:0:0::/64', by: 'password' }],
      ['sign-in', 'merchant.OTHER', 'OTHER', { from: '192.0.2.1', by: 'certificate' }],
    ]);
    now += DAY_MS;
    signIns.recordSuccess('SHOP', '192.0.2.1', 'password');
    await signIns.write();
    expect(appended).toHaveLength(5);
  });

  it('from ever new networks makes 20 entries a day', async () => {
    for (let n = 0; n < 1_000; n += 1) {
      signIns.recordSuccess('SHOP', `192.0.${n >> 8}.${n & 255}`, 'password');
    }
    await signIns.write();
    expect(appended).toHaveLength(20);
  });

  it('is appended later where the store fails', async () => {
    signIns.recordSuccess('SHOP', '192.0.2.1', 'password');
    isDown = true;
    await expect(signIns.write()).rejects.toThrow('The store failed.');
    isDown = false;
    await signIns.write();
    await signIns.write();
    expect(appended).toHaveLength(1);
  });
});

describe('failed sign-ins', () => {
  it('of a minute are one entry, with their merchant, network, reason and number', async () => {
    signIns.recordFailure('SHOP', '192.0.2.9', 'wrong_password');
    for (let n = 0; n < 3; n += 1) {
      signIns.recordFailure('SHOP', '192.0.2.7', 'wrong_password');
    }
    await signIns.write();
    expect(appended).toEqual([]);
    now += MINUTE_MS;
    await signIns.write();
    const tries = [
      { merchant: 'SHOP', from: '192.0.2.7', reason: 'wrong_password', times: 3 },
      { merchant: 'SHOP', from: '192.0.2.9', reason: 'wrong_password', times: 1 },
    ];
    const since = new Date(now - MINUTE_MS).toISOString();
    expect(appended).toEqual([
      { action: 'sign-in failed', actor: 'gateway', subject: null, details: { since, tries } },
    ]);
  });

  it.each(['unknown_merchant', 'malformed', 'other_merchant', 'no_credentials', 'session'])(
    'with the reason %s record no text of the guesser',
    async (reason) => {
      signIns.recordFailure('5123450000000008', '192.0.2.7', reason);
      await signIns.write({ all: true });
      expect(JSON.stringify(appended)).toContain('"merchant":null');
      expect(JSON.stringify(appended)).not.toContain('5123450000000008');
    },
  );

  it('of a whole day of guessing from ever new networks are fewer than 40 entries of a few kilobytes', async () => {
    for (let minute = 0; minute < 24 * 60; minute += 1) {
      for (let n = 0; n < 50; n += 1) {
        signIns.recordFailure(
          `M${n}`,
          `198.51.${minute % 256}.${n}`,
          n % 2 === 0 ? 'wrong_password' : 'unknown_merchant',
        );
      }
      now += MINUTE_MS;
      await signIns.write();
    }
    await signIns.write({ all: true });
    expect(appended.length).toBeGreaterThan(20);
    expect(appended.length).toBeLessThan(40);
    expect(Math.max(...appended.map(({ details }) => JSON.stringify(details).length))).toBeLessThan(3_000);
    const counted = appended.reduce((sum, { details }) => {
      const { tries, others = 0 } = details as { tries: { times: number }[]; others?: number };
      return sum + others + tries.reduce((all, { times }) => all + times, 0);
    }, 0);
    expect(counted).toBe(24 * 60 * 50);
  });

  it('after a quiet time are one entry within a minute again', async () => {
    for (let hour = 0; hour < 10; hour += 1) {
      signIns.recordFailure('SHOP', '192.0.2.7', 'wrong_password');
      now += 60 * MINUTE_MS;
      await signIns.write();
    }
    now += 60 * MINUTE_MS;
    await signIns.write();
    appended = [];
    signIns.recordFailure('SHOP', '192.0.2.7', 'wrong_password');
    now += MINUTE_MS;
    await signIns.write();
    expect(appended).toHaveLength(1);
  });

  it('are kept where the store fails', async () => {
    signIns.recordFailure('SHOP', '192.0.2.7', 'wrong_password');
    now += MINUTE_MS;
    isDown = true;
    await expect(signIns.write()).rejects.toThrow('The store failed.');
    signIns.recordFailure('SHOP', '192.0.2.7', 'wrong_password');
    isDown = false;
    await signIns.write();
    expect(appended.map(({ details }) => details.tries)).toEqual([
      [{ merchant: 'SHOP', from: '192.0.2.7', reason: 'wrong_password', times: 2 }],
    ]);
  });
});
