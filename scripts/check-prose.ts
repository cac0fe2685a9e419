/**
 * Fails where a comment, a document, a name of a test or a commit subject breaks the rules of plain sentences in
 * `scripts/lib/prose-rules.ts`. With `--commits RANGE` it checks the subjects of these commits alone.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Passage, passagesOf } from './lib/passages.ts';
import {
  MACHINE_PATH,
  RELATIVE_NAME,
  RELATIVE_OPENING,
  SUBJECT,
  SUBJECT_LENGTH_MAX,
  SUBJECTS_CHECKED_AFTER,
  WORDS,
} from './lib/prose-rules.ts';

/** A text without a match cannot break a rule. Most files have no match, and are not parsed. */
const CANDIDATE = new RegExp(
  [`\\b(?:${RELATIVE_OPENING.source.slice(1)})`, `['"\`](?:${RELATIVE_NAME.source.slice(1)})`]
    .concat(WORDS.map(({ words }) => words.source))
    .join('|'),
  'im',
);

/** @returns one line for each rule that the passage breaks */
export function problemsOf({ kind, text }: Passage): string[] {
  const prose = text.replace(/`[^`]*`/g, '``');
  const openings =
    kind === 'test name'
      ? [prose].filter((name) => RELATIVE_NAME.test(name))
      : sentences(prose).filter((sentence) => RELATIVE_OPENING.test(sentence) && !sentence.endsWith('?'));
  const words = WORDS.flatMap(({ words: pattern, plain }) => {
    const [found] = pattern.exec(prose) ?? [];
    return found === undefined ? [] : [`"${found}": write ${plain}`];
  });
  return [...openings.map((sentence) => `"${shortened(sentence)}": begin with the subject`), ...words];
}

/** @returns one line for each rule that the subject of a commit breaks; merge commits have no exception */
export function subjectProblems(subject: string): string[] {
  return [
    ...(SUBJECT.test(subject) ? [] : ['write `area: imperative sentence`']),
    ...(subject.length > SUBJECT_LENGTH_MAX ? [`longer than ${SUBJECT_LENGTH_MAX} characters`] : []),
    ...(MACHINE_PATH.test(subject) ? ['has a path of a machine'] : []),
    ...(RELATIVE_NAME.test(subject.replace(/^[^:]*: /, '')) ? ['begin with a verb in the imperative'] : []),
  ];
}

function sentences(text: string): string[] {
  return text.split(/(?<=[.!?:])\s+(?=[A-Z`'’])/);
}

function shortened(sentence: string): string {
  return sentence.length > 60 ? `${sentence.slice(0, 59)}…` : sentence;
}

function git(...args: string[]): string[] {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\n')
    .filter((line) => line !== '');
}

function problemsInFiles(): string[] {
  return git('ls-files', 'src', 'test', 'bench', 'scripts', 'packages', 'docs', '*.md')
    .filter((file) => existsSync(file))
    .flatMap((file) => problemsInFile(readFileSync(file, 'utf8'), file));
}

function problemsInFile(text: string, file: string): string[] {
  const passages = CANDIDATE.test(text) ? passagesOf(text, file) : [];
  return passages.flatMap((passage) => problemsOf(passage).map((problem) => `${file}:${passage.line}: ${problem}`));
}

/** Whether the commit is in the history. A shallow clone lacks older commits, and an archive has no history. */
function hasCommit(hash: string): boolean {
  try {
    git('merge-base', '--is-ancestor', hash, 'HEAD');
    return true;
  } catch {
    return false;
  }
}

function problemsInSubjects(range: string): string[] {
  return git('log', '--format=%h %s', range).flatMap((line) => {
    const [hash = '', ...rest] = line.split(' ');
    return subjectProblems(rest.join(' ')).map((problem) => `${hash} ${rest.join(' ')}: ${problem}`);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [option, range] = process.argv.slice(2);
  const isOfCommits = option === '--commits' && range !== undefined;
  const ranges = isOfCommits
    ? [range]
    : [`${SUBJECTS_CHECKED_AFTER}..HEAD`].filter(() => hasCommit(SUBJECTS_CHECKED_AFTER));
  const found = [...(isOfCommits ? [] : problemsInFiles()), ...ranges.flatMap(problemsInSubjects)];
  if (found.length > 0) {
    console.log([...found, `${found.length} sentences break the rules of scripts/lib/prose-rules.ts.`].join('\n'));
    process.exitCode = 1;
  }
}
