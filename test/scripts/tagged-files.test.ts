import { expect, it } from 'vitest';
import { taggedFiles } from '../../scripts/lib/tagged-files.mjs';

it('the search finds files with the tag in a comment, by an import, and by a helper’s import, and no others', () => {
  const files = taggedFiles('at-length');
  expect(files).toContain('test/journeys/webviews.test.ts');
  expect(files).toContain('test/web/pages/every-page.test.ts');
  expect(files).toContain('test/journeys/changed-order.test.ts');
  expect(files).not.toContain('test/platform/keyed-mutex.test.ts');
});
