/** Code blocks of the pages: JSON parses, HTTP is well formed, and each command of a terminal exists. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeBlocks, DOC_PAGES, ROOT } from './documentation.ts';

/** A block may show members of an object without its braces. */
function problemOfJson(code: string): string | undefined {
  const whole = /^\s*"/.test(code) ? `{${code}}` : code;
  try {
    JSON.parse(whole);
    return undefined;
  } catch (error) {
    return `${(error as Error).message}: ${code}`;
  }
}

const REQUEST = /^(?:GET|POST|PUT|DELETE) \/\S* HTTP\/1\.1\n(?:[\w-]+: \S.*\n)+(?:\n.*)?$/s;

/** Programs of a shell, of its system, and of the databases that operators use. */
const PROGRAMS = [
  ...['cd', 'chmod', 'cp', 'echo', 'export', 'mkdir', 'mv', 'openssl', 'read', 'rm', 'sh', 'sha256sum', 'touch'],
  ...['apt-get', 'podman', 'podman-compose', 'turnpike'],
  ...['curl', 'node', 'npm', 'npx', 'php', 'python3'],
  ...['createdb', 'pg_dump', 'pg_restore', 'psql', 'sqlite3'],
];
const ASSIGNMENT = /^(?:[A-Z_]+=\S*\s+)*/;
/** A file of this repository, or of a program that the page has a reader save. */
const PATH = /(?<=\s)(?:node_modules|scripts|src|test)\/[\w./-]+/g;

/** The commands of a terminal's block, after the prompt. */
const commandsOf = (code: string) => [...code.matchAll(/^ *\$ (.*)$/gm)].map(([, command = '']) => command);
/** The first line of each command of a script: texts in quotes may have several lines. */
const linesOf = (code: string) =>
  code
    .replace(/'[^']*'/g, "''")
    .split('\n')
    .filter((line) => /^[a-z]/.test(line));

describe.each(DOC_PAGES)('$file', ({ text }) => {
  it('has JSON that parses', () => {
    expect(codeBlocks(text, 'json').flatMap((code) => problemOfJson(code) ?? [])).toEqual([]);
  });

  it('has requests in the form of HTTP', () => {
    expect(codeBlocks(text, 'http').filter((code) => !REQUEST.test(code))).toEqual([]);
  });

  it('has commands of known programs, and names existing files', () => {
    const commands = [
      ...codeBlocks(text, 'console').flatMap(commandsOf),
      ...codeBlocks(text, 'sh').flatMap(linesOf),
    ].map((command) => command.replace(ASSIGNMENT, ''));
    expect(commands.filter((command) => !PROGRAMS.includes(command.split(' ')[0] ?? ''))).toEqual([]);
    const files = commands.flatMap((command) => command.match(PATH) ?? []);
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });
});
