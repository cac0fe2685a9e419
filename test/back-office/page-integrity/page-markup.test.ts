/** Every page has the markup that `page check` reads: an unchanged page is not reported as altered. */
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { INVENTORY_PAGES } from '../../../scripts/page-scripts.ts';
import { readInventory } from '../../../src/back-office/page-integrity/index.ts';
import { markupDifferences } from '../../../src/back-office/page-integrity/markup.ts';
import { builtFile } from '../../../src/web/built-file.ts';
import { type BuiltPages, renderPage } from '../../../src/web/rendering/built-pages.ts';
import { builtPage } from '../../web/pages/any-page.ts';

const ENTRY = fileURLToPath(builtFile('server/entry.mjs'));

it('the comparison finds no difference in any page of the build except the bank’s part', async () => {
  const { render } = (await import(ENTRY)) as BuiltPages;
  const found = await Promise.all(
    INVENTORY_PAGES.map(async (page) => {
      const html = (await renderPage(render, builtPage(page))).toString('utf8');
      return markupDifferences(html, readInventory(), 'https://pay.example');
    }),
  );
  expect(found.length).toBeGreaterThan(100);
  expect([...new Set(found.flat())].sort()).toEqual([
    '<form> has action="http://bank.example/challenge"',
    '<form> has action="http://bank.example/method"',
    '<iframe> is in the page',
  ]);
});
