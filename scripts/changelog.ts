/**
 * `npm run changelog`: writes the section of the version in `package.json` into `CHANGELOG.md`, from the subjects of
 * the commits since the release before, by their areas. Call it after the version was raised. Paragraphs under the
 * version's heading that a person wrote are kept.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './lib/project.mjs';
import { wrapped } from './lib/wrapped.ts';

const FILE = join(ROOT, 'CHANGELOG.md');
const TITLE = '# Changelog';
/** More changes are counted by area instead of listed. */
const LISTED_MAX = 300;
const SUBJECT = /^([a-z0-9][a-z0-9 ,-]*): (.+)$/;
const MERGE = /^Merge /;
/** The start of the generated part of a section, after a person's paragraphs. */
const GENERATED = /^(?:### |\d[\d,]* changes: )/m;

interface Change {
  readonly area: string;
  readonly text: string;
}

/** @param subjects of commits, the newest first */
export function changesOf(subjects: readonly string[]): Change[] {
  return subjects
    .filter((subject) => !MERGE.test(subject))
    .map((subject) => {
      const [, area = '', text = subject] = SUBJECT.exec(subject) ?? [];
      return { area, text };
    });
}

/** @returns the generated part of a section: a list for each area, or the numbers of changes if there are many */
export function bodyOf(changes: readonly Change[]): string {
  const areas = Map.groupBy(changes, ({ area }) => area);
  const sorted = [...areas].toSorted(([one], [other]) => (one === '' ? 1 : other === '' ? -1 : one < other ? -1 : 1));
  if (changes.length > LISTED_MAX) {
    const bySize = sorted.toSorted(([one, of], [other, ofOther]) =>
      one === '' || other === '' ? 0 : ofOther.length - of.length,
    );
    const counts = bySize.map(([area, { length }]) => `${area || 'without an area'} ${length}`);
    return `${wrapped(`${changes.length} changes: ${counts.join(', ')}.`)}\n`;
  }
  const lists = sorted.map(
    ([area, list]) => `### ${area || 'others'}\n\n${list.map(({ text }) => `- ${text}\n`).join('')}`,
  );
  return lists.join('\n');
}

/**
 * @param before the text of the file
 * @param body the generated part of the version's section
 * @returns the file with this section first, or in its place
 */
export function withSection(before: string, version: string, date: string, body: string): string {
  const [head = '', ...sections] = before.split(/^(?=## )/m);
  const isOwn = (section: string) => section.startsWith(`## ${version} `);
  const own = sections.find(isOwn) ?? '';
  const [, ...lines] = own.split('\n');
  const rest = lines.join('\n');
  const written = rest.slice(0, GENERATED.exec(rest)?.index ?? rest.length).trim();
  const section = [`## ${version} (${date})`, written, body].filter((part) => part !== '').join('\n\n');
  const others = sections.filter((one) => !isOwn(one));
  return [head.trim(), section, ...others]
    .map((one) => one.trim())
    .join('\n\n')
    .concat('\n');
}

const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

const versionIn = (text: string): string => (JSON.parse(text) as { readonly version: string }).version;

/** The tag of the release before, or the commit that set its version. Undefined if there is none. */
function releaseBefore(version: string): string | undefined {
  const commits = git('log', '--format=%H', '-G"version":', '--', 'package.json').split('\n').filter(Boolean);
  const commit = commits.find((one) => versionIn(git('show', `${one}:package.json`)) !== version);
  const tag = commit && `v${versionIn(git('show', `${commit}:package.json`))}`;
  return tag && git('tag', '--list', tag) !== '' ? tag : commit;
}

if (import.meta.main) {
  const version = versionIn(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const since = releaseBefore(version);
  const subjects = git('log', '--format=%s', ...(since === undefined ? [] : [`${since}..HEAD`])).split('\n');
  const date = git('show', '--no-patch', '--date=format:%Y-%m-%d', '--format=%cd', 'HEAD');
  const before = existsSync(FILE) ? readFileSync(FILE, 'utf8') : `${TITLE}\n`;
  writeFileSync(FILE, withSection(before, version, date, bodyOf(changesOf(subjects.filter(Boolean)))));
}
