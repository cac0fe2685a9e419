import type { CookiePasswords } from '../../src/checkout/payer-cookie.ts';

/** The one of the highest id seals. */
export function cookiePasswords(all: Readonly<Record<string, string>>): () => CookiePasswords {
  return () => ({ all, inUse: `${Math.max(...Object.keys(all).map(Number))}` });
}
