import { describe, expect, it } from 'vitest';
import type { RefreshResult } from '../../../../src/adapters/three-ds-server/ranges/range-cache.ts';
import { nextRefreshMs, refreshUntil } from '../../../../src/adapters/three-ds-server/ranges/refresh-schedule.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/contract/durations.ts';

const DONE: RefreshResult = { ok: true, ranges: 1 };
const AWAY: RefreshResult = { ok: false, reason: 'AWAY' };

describe('the next refresh', () => {
  it('is within a day of a successful one, at a random time for each process', () => {
    expect(nextRefreshMs(DONE, 0, 0)).toBe(DAY_MS);
    expect(nextRefreshMs(DONE, 0, 0.999)).toBeLessThan(0.91 * DAY_MS);
  });

  it('backs off from a minute to an hour while the directory server is down', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 8, 100].map((failures) => nextRefreshMs(AWAY, failures, 0) / MINUTE_MS);
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });

  it('follows the given retry delays where a directory server starts beside the gateway', () => {
    const retry = { msMin: 250, msMax: 1_000 };
    expect([1, 2, 3, 4].map((failures) => nextRefreshMs(AWAY, failures, 0, retry))).toEqual([250, 500, 1_000, 1_000]);
  });

  it('is in an hour where the directory server was called too often', () => {
    expect(nextRefreshMs({ ok: false, reason: '', code: '103' }, 1, 0)).toBe(HOUR_MS);
  });
});

describe('refreshing', () => {
  it('starts at once, counts failures until one succeeds, and ends by its signal', async () => {
    const results = [AWAY, AWAY, DONE, AWAY, DONE];
    const waits: number[] = [];
    const refreshes: RefreshResult[] = [];
    const controller = new AbortController();
    await refreshUntil(controller.signal, {
      refresh: async () => results.shift() ?? DONE,
      onResult: (result) => refreshes.push(result),
      random: () => 0,
      wait: async (ms) => {
        waits.push(ms / MINUTE_MS);
        if (results.length === 0) {
          controller.abort();
        }
      },
    });
    expect(waits).toEqual([1, 2, 24 * 60, 1, 24 * 60]);
    expect(refreshes).toHaveLength(5);
  });

  it('ends while it waits', async () => {
    const controller = new AbortController();
    const ended = refreshUntil(controller.signal, {
      refresh: async () => DONE,
      onResult: () => queueMicrotask(() => controller.abort()),
    });
    await expect(ended).resolves.toBeUndefined();
  });
});
