import { describe, expect, it } from 'vitest';
import { problemsOf, subjectProblems } from '../../scripts/check-prose.ts';
import { passagesOf } from '../../scripts/lib/passages.ts';

const problemsIn = (text: string, file = 'src/a.ts') => passagesOf(text, file).flatMap(problemsOf);

/** The check reads this file too, so no bad name stands here in a test's own place. */
const testNamed = (name: string, each = '') => `it${each}('${name}', () => {});`;

describe('sentences', () => {
  it.each([
    ['/** What was declined is forgotten. */', 'src/a.ts'],
    ['// Removes the card. Whose it was is not stored.', 'src/a.tsx'],
    ['/**\n * Stores the card.\n *\n * Of whose cards it is one.\n */', 'scripts/a.mjs'],
    ['/** @param id That a payer has. */', 'src/a.ts'],
    ['/** By which the payer is known. */', 'src/a.css'],
    ['/** Of the gateway, such as its port. */', 'src/a.ts'],
    ['---\n// What the page shows.\nconst a = 1;\n---\n<p>What?</p>', 'src/a.astro'],
    ['# What it means\n\nWhat it means is this.', 'docs/a.md'],
    ['- first\n- What follows', 'docs/a.md'],
    [testNamed('what was paid stays paid'), 'test/a.test.ts'],
    [testNamed('whoever pays with %s', '.each(CASES)'), 'test/a.test.ts'],
  ])('%j in %s have a relative clause as their subject', (text, file) => {
    expect(problemsIn(text, file)).toHaveLength(1);
  });

  it.each([
    ['/** Removes a declined card from the session. */', 'src/a.ts'],
    ['/** Which of the two? What is asked ends so? */', 'src/a.ts'],
    ["const text = '/** What a text says. */';", 'src/a.ts'],
    ['/** `What` and `judge` are names. */', 'src/a.ts'],
    ['# What it means\n\n| What | it |\n\n```\nWhat code says.\n```\n', 'docs/a.md'],
    ['// biome-ignore lint/a: What the linter reads.', 'src/a.ts'],
    [testNamed('removes a declined card'), 'test/a.test.ts'],
    ['{"What": "data"}', 'docs/a.json'],
  ])('%j in %s are accepted', (text, file) => {
    expect(problemsIn(text, file)).toEqual([]);
  });

  it('report a house word with its plain word', () => {
    expect(problemsIn('/** The sandbox judges the request on the way home. */')).toEqual([
      '"judges": write validate, evaluate, check',
      '"way home": write return',
    ]);
  });

  it('are found at the line on which their comment begins', () => {
    expect(passagesOf('const a = 1;\n\n/** Two words. */\nconst b = 2;\n', 'src/a.ts')).toEqual([
      { kind: 'comment', text: 'Two words.', line: 3 },
    ]);
  });
});

describe('subjects of commits', () => {
  it.each(['store: reject a row of another version', 'merge: bring the resolver of payments'])('%s', (subject) => {
    expect(subjectProblems(subject)).toEqual([]);
  });

  it.each([
    'Reject a row',
    'store: Reject a row',
    `store: ${'reject '.repeat(12)}`,
    'store: read /tmp/data',
    'store: what was declined is forgotten',
    "Merge branch 'store'",
  ])('%s is rejected', (subject) => {
    expect(subjectProblems(subject).length).toBeGreaterThan(0);
  });
});
