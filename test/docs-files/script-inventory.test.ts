import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MERCHANT_SCRIPTS } from '../../src/routes.ts';

/** Of the first table of a page: what stands in its first column. */
function rowsOf(file: string): string[] {
  const [table = ''] = /(?:^\|.*\n)+/m.exec(readFileSync(file, 'utf8')) ?? [];
  return [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, name = '']) => name);
}

/** As its tag ends: `checkout.js`, `three-ds.min.js`. */
const names = Object.values(MERCHANT_SCRIPTS).map((addresses) => addresses.at(-1)?.split('/').at(-1));

it.each(['docs/guide/scripts.md', 'docs/guide/scripts-for-assessors.md'])(
  '%s names every script, and no other',
  (file) => {
    expect(rowsOf(file).sort()).toEqual(names.sort());
  },
);
