/** Commands that the pages name: npm scripts, the operator's commands, environment variables. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { turnpike } from '../cli/turnpike.ts';
import { DOC_PAGES, docPage, filesBelow, ROOT } from './documentation.ts';

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

/** The programs that the command of an installed release starts. */
const PROGRAMS = ['start', 'gateway', 'serve', 'sandbox'];
/** As the command line prints them: `merchant put FILE.json [--password VALUE]`. */
let usage: string[];
const folder = mkdtempSync(join(tmpdir(), 'turnpike-docs-'));
beforeAll(async () => {
  const { err } = await turnpike(folder, []);
  usage = [...err.matchAll(/^turnpike (.+?) {2,}/gm)].map(([, call = '']) => call.trim());
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const found = (text: string, pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))];

/** The words of every command; its arguments are in capitals or brackets. */
const words = (call: string) => call.replace(/ (?:\[|[A-Z]).*$/, '');

describe.each(DOC_PAGES)('$file', ({ text }) => {
  it('names existing npm scripts', () => {
    const named = [...found(text, /\bnpm run ([\w:-]+)/g), ...found(text, /\bnpm (start|test)\b/g)];
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  });

  it("names existing operator's commands", () => {
    const known = [...usage.map(words), ...PROGRAMS];
    const calls = found(text, /(?:npm\s+run\s+turnpike\s+--|`(?:npx )?turnpike)\s+([a-z][a-z-]*(?:\s+[a-z][a-z-]*)?)/g);
    const unknown = calls
      .map((call) => call.replace(/\s+/, ' '))
      .filter((call) => !known.some((name) => call === name || call.startsWith(`${name} `)));
    expect(unknown).toEqual([]);
  });

  it('names variables that the code reads', () => {
    const named = found(text, /\b((?:TURNPIKE|SANDBOX|TLS)_[A-Z_]+)\b/g);
    expect(named.filter((name) => !READ.some((source) => source.includes(name)))).toEqual([]);
  });
});

const READ = ['src', 'test', 'scripts']
  .flatMap((one) => [...filesBelow(one, '.ts'), ...filesBelow(one, '.mjs')])
  .filter((file) => !file.startsWith('test/docs-files/'))
  .map((file) => readFileSync(join(ROOT, file), 'utf8'));

it('the page about the command line has every command, with its arguments', () => {
  const text = docPage('docs/operating/command-line.md').replace(/\s+/g, ' ');
  expect(usage.length).toBeGreaterThan(10);
  // The page says once that every list takes this option, and a long call leaves it out.
  const written = (call: string) => [call, call.replace(/ \[--json\]$/, '')].map((one) => `\`turnpike ${one}\``);
  expect(usage.filter((call) => !written(call).some((one) => text.includes(one)))).toEqual([]);
});
