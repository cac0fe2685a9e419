/** The page about accessibility: criterion, test, result. */
import { CRITERIA, type Criterion, type NamedTest } from './criteria.ts';

export const ACCESSIBILITY_FILE = new URL('../../docs/accessibility.md', import.meta.url);

/** How many tests of this name passed, and how many ran: one that is run for several values counts as often. */
export interface Ran {
  readonly passed: number;
  readonly all: number;
}

const INTRODUCTION = `# Accessibility

The payer's pages follow WCAG 2.2, levels A and AA, and what of AAA is named below. The table has every criterion of A
and AA, the tests that would fail if the pages broke it, and how many of them passed in the last run. A test that is
named here and is not in the suite fails the suite.

No audit of this page by anybody else has been made, and no test hears what a screen reader says: the pages were read
in the browser's accessibility tree, not with NVDA, JAWS, VoiceOver or TalkBack. Report what hinders you as an issue.

\`npm run accessibility\` runs these tests and writes this page. Do not edit it.`;

/** @param ran of each test, by \`keyOf\` */
export function accessibilityPage(ran: ReadonlyMap<string, Ran>): string {
  const rows = CRITERIA.map(
    ({ number, name, level, ...criterion }) =>
      `| ${number} | ${name} | ${level} | ${evidence(criterion)} | ${result(criterion, ran)} |`,
  );
  return [
    INTRODUCTION,
    ['| | criterion | level | tests, below `test/` | passed |', '| --- | --- | --- | --- | --- |', ...rows].join('\n'),
    '',
  ].join('\n\n');
}

export const keyOf = ({ file, name }: NamedTest): string => `${file} ${name}`;

function evidence({ tests = [], note }: Pick<Criterion, 'note' | 'tests'>): string {
  const named = tests.map(({ file, name }) => `${file}: ${escaped(name)}`);
  return [...(note === undefined ? [] : [note]), ...named].join('<br>');
}

function result({ tests }: Pick<Criterion, 'tests'>, ran: ReadonlyMap<string, Ran>): string {
  if (tests === undefined) {
    return 'does not apply';
  }
  const counts = tests.map((test) => ran.get(keyOf(test)) ?? { passed: 0, all: 0 });
  const sum = (member: keyof Ran) => counts.reduce((total, count) => total + count[member], 0);
  return `${sum('passed')} of ${sum('all')}`;
}

/** Names of tests have placeholders, which are no emphasis. */
function escaped(name: string): string {
  return name.replaceAll('*', '\\*').replaceAll('_', '\\_').replaceAll('|', '\\|');
}
