import { describe, expect, it } from 'vitest';
import { PayerCookie } from '../../../src/checkout/payer/payer-cookie.ts';
import { DAY_MS } from '../../../src/contract/durations.ts';
import { CookieCache } from '../../../src/platform/sealed-cookie/cookie-cache.ts';
import { cookiePasswords } from '../../checkout/cookie-passwords.ts';

const COOKIES_MAX = 10_000;

describe('the cache of opened cookies', () => {
  it('finds an entry until it ends', () => {
    const seals = new CookieCache<{ until: number; name: string }>();
    seals.remember('sealed', { until: 10, name: 'a' });
    expect(seals.find('sealed', 9)?.name).toBe('a');
    expect(seals.find('other', 9)).toBeUndefined();
    expect(seals.find('sealed', 10)).toBeUndefined();
    expect(seals.find('sealed', 9)).toBeUndefined();
  });

  it('evicts the longest unused entry when full', () => {
    const seals = new CookieCache<{ until: number }>();
    for (let count = 0; count < COOKIES_MAX; count += 1) {
      seals.remember(`${count}`, { until: 1 });
    }
    seals.find('0', 0);
    seals.remember('one more', { until: 1 });
    expect(['0', '1', '2', 'one more'].map((sealed) => seals.find(sealed, 0) !== undefined)).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });
});

describe('a cached cookie', () => {
  let now = Date.now();
  const options = { passwords: cookiePasswords({ 1: 'p'.repeat(40) }), secure: true, clock: { now: () => now } };

  it.each([
    ['where it was made', () => (cookie: PayerCookie) => cookie],
    ['where it was read', () => () => new PayerCookie(options)],
  ])('expires as an uncached one does, %s', async (_what, reader) => {
    const made = new PayerCookie(options);
    const { payer, header } = await made.issue();
    const cookie = reader()(made);
    const pair = header.split(';')[0];
    expect(await cookie.read(pair)).toEqual(payer);
    now += DAY_MS - 1;
    expect(await cookie.read(pair)).toEqual(payer);
    now += 1;
    expect(await cookie.read(pair)).toBeUndefined();
    expect(await new PayerCookie(options).read(pair)).toBeUndefined();
  });

  it('does not match a cookie that differs in a letter', async () => {
    const cookie = new PayerCookie(options);
    const pair = (await cookie.issue()).header.split(';')[0]!;
    expect(await cookie.read(pair)).toBeDefined();
    const altered = pair.slice(0, 60) + (pair[60] === 'A' ? 'B' : 'A') + pair.slice(61);
    expect(await cookie.read(altered)).toBeUndefined();
  });
});
