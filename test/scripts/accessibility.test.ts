/** The page about accessibility names existing tests, which the same run passes or fails. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ACCESSIBILITY_FILE, accessibilityPage } from '../../scripts/accessibility/accessibility-page.ts';
import { CRITERIA } from '../../scripts/accessibility/criteria.ts';

const committed = readFileSync(ACCESSIBILITY_FILE, 'utf8');
/** Level A and AA of WCAG 2.2, by number; 4.1.1 was removed from it. */
const A_AND_AA =
  '1.1.1 1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.3.3 1.3.4 1.3.5 1.4.1 1.4.2 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 ' +
  '1.4.13 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.4.5 2.4.6 2.4.7 2.4.11 2.5.1 2.5.2 2.5.3 2.5.4 ' +
  '2.5.7 2.5.8 3.1.1 3.1.2 3.2.1 3.2.2 3.2.3 3.2.4 3.2.6 3.3.1 3.3.2 3.3.3 3.3.4 3.3.7 3.3.8 4.1.2 4.1.3';

describe('the page about accessibility', () => {
  it('has every criterion of levels A and AA, in order', () => {
    const numbers = CRITERIA.filter(({ level }) => level !== 'AAA').map(({ number }) => number);
    expect(numbers.join(' ')).toBe(A_AND_AA);
  });

  it.each(CRITERIA)('$number names existing tests, or states why there is nothing to test', ({ tests, note }) => {
    expect(tests ?? note).toBeDefined();
    for (const { file, name } of tests ?? []) {
      const source = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
      expect(source.includes(`'${name}'`) || source.includes(`'${name.replaceAll('"', '\\"')}'`), name).toBe(true);
    }
  });

  it('equals the output for the table', () => {
    const bare = (text: string) => text.replace(/\\/g, '').replace(/\s+/g, ' ');
    expect(bare(committed)).toBe(bare(accessibilityPage()));
  });
});
