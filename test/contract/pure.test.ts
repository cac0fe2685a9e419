/** The contract consists of values and pure functions: importing it does no I/O and takes no time. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const CONTRACT = new URL('../../src/contract/', import.meta.url);
const COMMENTS = /\/\*[\s\S]*?\*\/|\/\/.*/g;
/** A pure function of its argument, specified by the URL standard. */
const PURE = "import { domainToUnicode } from 'node:url';";
const IMPURE = /\bawait\b|\basync\b|\bimport\(|'node:|\bprocess\.|\bfetch\(/;

const files = readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

it('the contract does no I/O and waits for nothing, in any of its files', () => {
  const impure = files.filter((file) => {
    const code = readFileSync(new URL(file.replaceAll('\\', '/'), CONTRACT), 'utf8')
      .replace(COMMENTS, '')
      .replace(PURE, '');
    return IMPURE.test(code);
  });
  expect(files.length).toBeGreaterThan(50);
  expect(impure).toEqual([]);
});
