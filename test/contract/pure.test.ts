/**
 * The contract is values and functions of values: whoever imports it waits for nothing, and nothing is read or asked.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const CONTRACT = new URL('../../src/contract/', import.meta.url);
const COMMENTS = /\/\*[\s\S]*?\*\/|\/\/.*/g;
/** A function of its text alone, as the URL standard has it. */
const PURE = "import { domainToUnicode } from 'node:url';";
const IMPURE = /\bawait\b|\basync\b|\bimport\(|'node:|\bprocess\.|\bfetch\(/;

const files = readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

it('does no I/O and waits for nothing, in any of its files', () => {
  const impure = files.filter((file) => {
    const code = readFileSync(new URL(file.replaceAll('\\', '/'), CONTRACT), 'utf8')
      .replace(COMMENTS, '')
      .replace(PURE, '');
    return IMPURE.test(code);
  });
  expect(files.length).toBeGreaterThan(50);
  expect(impure).toEqual([]);
});
