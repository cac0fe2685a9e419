import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { join, readShare, split } from '../../../src/adapters/vault/shares.ts';

/** Every combination of that many shares. */
function choices<T>(items: readonly T[], count: number): readonly (readonly T[])[] {
  if (count === 0) {
    return [[]];
  }
  return items.flatMap((item, at) => choices(items.slice(at + 1), count - 1).map((rest) => [item, ...rest]));
}

describe('shares of a key', () => {
  it.each([
    [2, 2],
    [3, 2],
    [3, 3],
    [5, 3],
    [10, 2],
    [10, 9],
  ])('of %i any %i restore it, in any order, and all of them too', (shares, threshold) => {
    for (let round = 0; round < 20; round += 1) {
      const secret = randomBytes(32);
      const texts = split(secret, shares, threshold);
      for (const some of choices(texts, threshold)) {
        expect(join(some.toReversed()).equals(secret)).toBe(true);
      }
      expect(join(texts).equals(secret)).toBe(true);
    }
  });

  it('reveal nothing where one is missing: every secret is equally likely', () => {
    // For one byte: with share 1 fixed, each value of the random coefficient gives another secret.
    const seen = new Set<number>();
    for (let byte = 0; byte < 256; byte += 1) {
      const [first = ''] = split(Buffer.alloc(32, 5), 2, 2, () => Buffer.alloc(32, byte));
      seen.add(readShare(first).bytes[0]!);
    }
    expect(seen.size).toBe(256);
  });

  it('are refused if they are too few, of two keys, repeated or mistyped, without their values in the error', () => {
    const [one, two] = split(randomBytes(32), 3, 2) as [string, string];
    const [other] = split(randomBytes(32), 3, 2) as [string];
    expect(() => join([])).toThrow('2 shares are needed');
    expect(() => join([one])).toThrow('2 shares are needed');
    expect(() => join([one, other])).toThrow('different keys');
    expect(() => join([one, one])).toThrow('given twice');
    for (let at = 0; at < two.length; at += 1) {
      const mistyped = `${two.slice(0, at)}${two[at] === 'a' ? 'b' : 'a'}${two.slice(at + 1)}`;
      expect(() => join([one, mistyped]), mistyped).toThrow(/^This is no share, or it was mistyped\.$/);
    }
    expect(() => join([one, two.slice(0, -1)])).toThrow('mistyped');
  });

  it('of two splittings of one key do not mix', () => {
    const secret = randomBytes(32);
    const [one] = split(secret, 2, 2) as [string];
    const [, two] = split(secret, 2, 2) as [string, string];
    expect(() => join([one, two])).toThrow('another splitting');
  });

  it.each([
    [1, 1],
    [3, 1],
    [2, 3],
    [11, 2],
  ])('are refused for %i with %i needed', (shares, threshold) => {
    expect(() => split(randomBytes(32), shares, threshold)).toThrow(RangeError);
  });
});
