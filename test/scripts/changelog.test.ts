/** The section of a release in the changelog, from the subjects of its commits. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { bodyOf, changesOf, withSection } from '../../scripts/changelog.ts';

const root = (name: string) => readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), 'utf8');

const SUBJECTS = [
  'web: name the amount once',
  "Merge branch 'search'",
  'store: read the index in one statement',
  'Take the amount back',
  'web: show the shop’s name',
];

it('lists the changes by area, the newest first, and hides merges', () => {
  expect(bodyOf(changesOf(SUBJECTS))).toBe(`### store

- read the index in one statement

### web

- name the amount once
- show the shop’s name

### others

- Take the amount back
`);
});

it('counts the changes of a large release by area, the largest first', () => {
  const many = Array.from({ length: 300 }, (_, index) => `web: change ${index}`);
  expect(bodyOf(changesOf([...SUBJECTS, ...many]))).toBe('304 changes: web 302, store 1, without an area 1.\n');
});

it('replaces what was generated in the version’s own section, and keeps its paragraphs and the older sections', () => {
  const before =
    '# Changelog\n\n## 0.3.0 (2026-12-01)\n\nBy hand.\n\n### web\n\n- old\n\n## 0.2.0 (2026-11-29)\n\nFirst.\n';
  const after = withSection(before, '0.3.0', '2026-12-02', '### web\n\n- new\n');
  expect(after).toBe(before.replace('2026-12-01', '2026-12-02').replace('- old', '- new'));
  expect(withSection(after, '0.3.0', '2026-12-02', '### web\n\n- new\n')).toBe(after);
});

it('puts a new version before the others', () => {
  const before = '# Changelog\n\n## 0.2.0 (2026-11-29)\n\nFirst.\n';
  expect(withSection(before, '0.3.0', '2026-12-01', '### web\n\n- new\n')).toBe(
    '# Changelog\n\n## 0.3.0 (2026-12-01)\n\n### web\n\n- new\n\n## 0.2.0 (2026-11-29)\n\nFirst.\n',
  );
});

it('has a section of the version in package.json', () => {
  const { version } = JSON.parse(root('package.json')) as { readonly version: string };
  expect(root('CHANGELOG.md')).toContain(`\n## ${version} (`);
});
