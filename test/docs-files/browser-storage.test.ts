/** The gateway's pages store only one cookie in a payer's browser. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesBelow, ROOT } from './documentation.ts';

const STORAGE = /\b(localStorage|sessionStorage|indexedDB|caches|serviceWorker)\b|document\.cookie\b|cookieStore\b/;
const ENDS = ['.ts', '.tsx', '.astro'];

const holders = (folder: string): string[] =>
  ENDS.flatMap((end) => filesBelow(folder, end)).filter((file) =>
    STORAGE.test(readFileSync(join(ROOT, file), 'utf8').replace(/\/\*.*?\*\/|\/\/.*$/gms, '')),
  );

it.each(['src/web/pages', 'src/web/components', 'src/web/layouts', 'src/browser-scripts/field'])(
  'no script of %s stores anything in the browser',
  (folder) => {
    expect(holders(folder)).toEqual([]);
  },
);

it('one script for shops’ own pages stores data in the browser: the data that the shop named', () => {
  expect(holders('src/browser-scripts')).toEqual(['src/browser-scripts/checkout/payer-return.ts']);
});
