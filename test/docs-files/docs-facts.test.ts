/** Pages that list parts of the code: each list is compared with the code. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkoutStates, STATES_FILE } from '../../scripts/checkout-states.ts';
import { PROFILE_FILE, profileReference } from '../../scripts/profile-reference.ts';
import { ALERT_RULES } from '../../src/core/workers/alert-rules.ts';
import { FAMILIES } from '../../src/platform/metrics/families.ts';
import { LANGUAGES } from '../../src/web/text/index.ts';
import { LOG_SCHEMA, requireLogLines } from '../support/log-lines.ts';
import { codeBlocks, DOC_PAGES, docPage, filesBelow, ROOT } from './documentation.ts';

const SHEETS_BYTES_MAX = 1_500_000;

it('the page about merchant profiles is generated from their schema; else run `npm run reference`', () => {
  expect(readFileSync(PROFILE_FILE, 'utf8')).toBe(profileReference());
});

it('the page about the states of a checkout is generated from their table; else run `npm run reference`', () => {
  expect(readFileSync(STATES_FILE, 'utf8')).toBe(checkoutStates());
});

it('every setting that is read at the start has its entry', () => {
  const source = readFileSync(join(ROOT, 'src/settings/settings.ts'), 'utf8');
  const names = [...source.matchAll(/^ {2}([A-Z][A-Z_]+): (?:z|port)\b/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(10);
  const headings =
    docPage('docs/operating/settings.md')
      .match(/^### .*$/gm)
      ?.join(' ') ?? '';
  expect(names.filter((name) => !headings.includes(`\`${name}\``))).toEqual([]);
});

it('every metric is on the page about metrics, and no page names another', () => {
  const names = FAMILIES.map(({ name }) => name);
  const text = docPage('docs/operating/metrics.md');
  expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  const named = DOC_PAGES.flatMap((one) => one.text.match(/\bturnpike_[a-z_]+\b/g) ?? []);
  expect([...new Set(named)].filter((name) => !names.includes(name))).toEqual([]);
});

it('every field of a log line is on the page about the log, and each has an example that its schema accepts', () => {
  const text = docPage('docs/operating/logs.md');
  const listed = [...text.matchAll(/^- `(\w+)` \(/gm)].map(([, name]) => name);
  expect(listed.sort()).toEqual(Object.keys(LOG_SCHEMA.properties).sort());
  const [example = ''] = codeBlocks(text, 'json');
  requireLogLines([JSON.stringify(JSON.parse(example))]);
  const { level, time, hostname, pid, version, msg } = JSON.parse(example);
  for (const [name, { examples }] of Object.entries<{ examples: readonly unknown[] }>(LOG_SCHEMA.properties)) {
    requireLogLines([JSON.stringify({ level, time, hostname, pid, version, msg, [name]: examples[0] })]);
  }
});

it('the page of the pages shows every sheet, and its pictures are small enough to clone', () => {
  const sheets = filesBelow('docs/pages', '.webp');
  const shown = [...docPage('docs/pages.md').matchAll(/\((pages\/[\w-]+\.webp)\)/g)].map(([, file]) => `docs/${file}`);
  expect(shown.sort()).toEqual(sheets.sort());
  const bytes = sheets.reduce((sum, file) => sum + statSync(join(ROOT, file)).size, 0);
  expect(bytes).toBeLessThan(SHEETS_BYTES_MAX);
});

describe('alerts', () => {
  const folder = 'docs/operating/alerts';
  const runbooks = filesBelow(folder, '.md').filter((file) => !file.endsWith('/README.md'));

  it('each that the gateway raises has its runbook', () => {
    const wanted = Object.keys(ALERT_RULES).map((kind) => `${folder}/${kind.toLowerCase().replaceAll('_', '-')}.md`);
    expect(wanted.filter((file) => !runbooks.includes(file))).toEqual([]);
    const list = docPage(`${folder}/README.md`);
    expect(Object.keys(ALERT_RULES).filter((kind) => !list.includes(`[${kind}]`))).toEqual([]);
  });

  it.each(runbooks)('%s states its meaning, the checks to make and the action to take', (file) => {
    expect(docPage(file).match(/^## .*$/gm)).toEqual(['## What it means', '## What to look at', '## What to do']);
  });
});

it('the guide about checkouts names every language of the payment page', () => {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  const text = docPage('docs/guide/checkout.md').replace(/\s+/g, ' ');
  const list = /the payer's: ([^.]*)\./.exec(text)?.[1]?.split(/, | or /);
  expect(list?.sort()).toEqual(LANGUAGES.map((language) => names.of(language)).sort());
});

it('the guide about operations names existing constants, types and functions', () => {
  const code = codeBlocks(docPage('docs/guide/adding-an-operation.md'), 'ts').join('\n');
  const source = filesBelow('src', '.ts').map((file) => readFileSync(join(ROOT, file), 'utf8'));
  const words = new Set(source.join('\n').match(/\w+/g));
  const used = code.match(/\b(?:[A-Z][A-Z_]+|\w+(?=\())\b/g) ?? [];
  const imported = (code.match(/^import [^;]*;/gm) ?? []).join(' ').match(/\w+/g) ?? [];
  const named = [...used, ...imported].filter((name) => !/release/i.test(name));
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !words.has(name))).toEqual([]);
});

describe('decisions', () => {
  const decisions = filesBelow('docs/decisions', '.md').filter((file) => /\/\d\d-/.test(file));

  it.each(decisions)('%s has its status, dates, context, decision, experiments and consequences', (file) => {
    const text = docPage(file);
    expect(text).toMatch(
      /^# \d\d\. .*\n\n- Status: (?:proposed|accepted|superseded by \d\d)\n- Date: \d{4}-\d\d-\d\d(?:, \d{4}-\d\d-\d\d)*\n\n/,
    );
    expect(text.match(/^## .*$/gm)).toEqual(['## Context', '## Decision', '## Tried and rejected', '## Consequences']);
  });

  it('are all listed', () => {
    const list = docPage('docs/decisions/README.md');
    expect(decisions.filter((file) => !list.includes(`](${file.split('/').at(-1)})`))).toEqual([]);
  });
});
