import { expect, it } from 'vitest';
import { cachedByHeader } from '../../../src/http/routing/cached-by-header.ts';

function counted() {
  const read: (string | undefined)[] = [];
  const meaning = cachedByHeader((header) => {
    read.push(header);
    return header === 'gzip';
  });
  return { read, meaning };
}

it('reads a header’s value once, for either meaning', () => {
  const { read, meaning } = counted();
  expect(['gzip', 'br', 'gzip', 'br'].map(meaning)).toEqual([true, false, true, false]);
  expect(read).toEqual(['gzip', 'br']);
});

it('caches neither an absent header nor a long one', () => {
  const { read, meaning } = counted();
  const long = 'br,'.repeat(100);
  expect([undefined, long, undefined, long].map(meaning)).toEqual([false, false, false, false]);
  expect(read).toHaveLength(4);
});

it('caches a limited number of values', () => {
  const { read, meaning } = counted();
  for (let index = 0; index <= 200; index += 1) {
    meaning(`value ${index}`);
  }
  meaning('value 0');
  meaning('value 200');
  expect(read.length).toBe(202);
});
