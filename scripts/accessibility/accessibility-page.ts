/** The page about accessibility: criterion, result, test. */
import { CRITERIA, type Criterion } from './criteria.ts';

export const ACCESSIBILITY_FILE = new URL('../../docs/accessibility.md', import.meta.url);

const INTRODUCTION = `# Accessibility

The payer's pages follow WCAG 2.2, levels A and AA, and what of AAA is named below. The list has every criterion of A
and AA and the tests that would fail if the pages broke it. \`npm test\` and \`npm run test:all\` run them, and fail
too where one that is named here is not there: what this page says passes has passed for the commit that it is in.

No audit of this page by anybody else has been made, and no test hears what a screen reader says: the pages were read
in the browser's accessibility tree, not with NVDA, JAWS, VoiceOver or TalkBack. Report what hinders you as an issue.

This page is made from [the table of criteria](../scripts/accessibility/criteria.ts) by \`npm run accessibility\`. Do not
edit it.`;

/** The page as Markdown with long lines, which the documents' formatter wraps. */
export function accessibilityPage(): string {
  return `${INTRODUCTION}\n\n${CRITERIA.map(entry).join('\n')}\n`;
}

function entry({ number, name, level, tests, note }: Criterion): string {
  const result = tests === undefined ? 'does not apply' : 'passes';
  const why = note === undefined ? '' : ` ${note}`;
  const named = (tests ?? []).map(({ file, name: test }) => `  - \`${file}\`: ${test}`);
  return [`- **${number} ${name}** (${level}): ${result}.${why}`, ...named].join('\n');
}
