import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MERCHANT_SCRIPTS } from '../../src/http/routing/routes.ts';

/** The first column of a page's first table. */
function rowsOf(file: string): string[] {
  const [table = ''] = /(?:^\|.*\n)+/m.exec(readFileSync(file, 'utf8')) ?? [];
  return [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, name = '']) => name);
}

/** The script of a tag: `checkout.js` and `checkout.min.js` are the same script. */
const scriptOf = (name: string) =>
  Object.keys(MERCHANT_SCRIPTS).find((script) =>
    MERCHANT_SCRIPTS[script]?.some((address) => address.endsWith(`/${name}`)),
  ) ?? name;

it.each(['docs/guide/scripts.md', 'docs/guide/scripts-for-assessors.md'])(
  '%s names every script, and no other',
  (file) => {
    expect(rowsOf(file).map(scriptOf).sort()).toEqual(Object.keys(MERCHANT_SCRIPTS).sort());
  },
);
