import { expect, it } from 'vitest';
import { MINUTE_MS } from '../../../src/contract/durations.ts';
import { LeakyBuckets } from '../../../src/platform/limits/leaky-buckets.ts';
import { networkOf } from '../../../src/platform/limits/network.ts';

it('a bucket is full after one guess more than its size, and drains with time', () => {
  let now = 0;
  const buckets = new LeakyBuckets({ size: 3, drainMs: 3 * MINUTE_MS, now: () => now });
  expect([1, 2, 3, 4].map(() => buckets.addAndCheck('one'))).toEqual([false, false, false, true]);
  expect(buckets.addAndCheck('other')).toBe(false);
  now += 2 * MINUTE_MS + 1;
  expect(buckets.addAndCheck('one')).toBe(false);
  now += 6 * MINUTE_MS;
  expect([1, 2, 3, 4].map(() => buckets.addAndCheck('one'))).toEqual([false, false, false, true]);
});

it('a bucket that hours of guesses have filled drains in twice its time', () => {
  let now = 0;
  const buckets = new LeakyBuckets({ size: 10, drainMs: MINUTE_MS, now: () => now });
  for (let guess = 0; guess < 10_000; guess += 1) {
    buckets.addAndCheck('one');
  }
  now += 2 * MINUTE_MS;
  expect(buckets.addAndCheck('one')).toBe(false);
});

it('a bucket reports when it has room for another guess', () => {
  let now = 0;
  const buckets = new LeakyBuckets({ size: 10, drainMs: 30 * MINUTE_MS, now: () => now });
  const waits = Array.from({ length: 12 }, () => buckets.add('one'));
  // One drains in three minutes.
  expect(waits).toEqual([...Array(10).fill(0), 6 * MINUTE_MS, 9 * MINUTE_MS]);
  now += 9 * MINUTE_MS;
  expect(buckets.add('one')).toBe(0);
});

it('few other clients are refused while 4,096 clients guess', () => {
  const buckets = new LeakyBuckets({ size: 1, drainMs: MINUTE_MS, now: () => 0 });
  for (let guess = 0; guess < 2 * 4_096; guess += 1) {
    buckets.addAndCheck(`guesser ${guess % 4_096}`);
  }
  const taken = Array.from({ length: 5_000 }, (_, index) => buckets.addAndCheck(`other ${index}`)).filter(Boolean);
  expect(taken.length).toBeLessThan(10);
});

it('a hundred thousand names take no more memory than one', () => {
  const buckets = new LeakyBuckets({ size: 10, drainMs: MINUTE_MS, now: () => 0 });
  const name = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255} nobody-${index}`;
  const used = () => process.memoryUsage().arrayBuffers;
  buckets.addAndCheck('first');
  const before = used();
  for (let index = 0; index < 100_000; index += 1) {
    buckets.addAndCheck(name(index));
  }
  // Digests wait for garbage collection; the tables have not grown.
  const tables = Object.values(buckets).filter((value) => typeof value !== 'object');
  expect(tables).toEqual([]);
  expect(used() - before).toBeLessThan(16 * 1024 * 1024);
});

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('counts %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
