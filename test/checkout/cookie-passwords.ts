import type { CookiePasswords } from '../../src/checkout/payer/payer-cookie.ts';

/** Seals with the key of the highest id. */
export function cookiePasswords(all: Readonly<Record<string, string>>): () => CookiePasswords {
  return () => ({ all, inUse: `${Math.max(...Object.keys(all).map(Number))}` });
}
