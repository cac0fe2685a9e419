/** A key split among several people, by processes as operators run them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { keyEncryptionKey } from '../../src/adapters/vault/keys.ts';
import { AT_LENGTH, isFirst, itAtLength } from '../support/at-length.ts';
import { turnpike } from './turnpike.ts';

/** A process starts within seconds, and several at once on a busy machine take longer. */
const TEST_MS_MAX = 180_000;
const CLI = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

async function joined(lines: readonly string[]) {
  const child = spawn(process.execPath, [CLI, 'keys', 'join']);
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  child.stdin.end(`${lines.join('\n')}\n`);
  const [code] = await once(child, 'close');
  return { code, out, err };
}

const split = async (...args: readonly string[]) => {
  const { out } = await turnpike('', ['keys', 'split', ...args]);
  return out.split('\n').filter((line) => line.startsWith('turnpike-share-'));
};

it('any two of three people restore the key, and only the key is printed', { timeout: TEST_MS_MAX }, async () => {
  const shares = await split();
  expect(shares).toHaveLength(3);
  const [one, two, three] = shares as [string, string, string];
  const keys = [await joined([one, three]), await joined([two, '', one])];
  expect(keys.map(({ code }) => code)).toEqual([0, 0]);
  expect(keys[0]?.out).toBe(keys[1]?.out);
  expect(keyEncryptionKey(keys[0]?.out.trim() ?? '')?.id).toBe(one.slice('turnpike-share-'.length).slice(0, 8));
  expect(keys[0]?.err).not.toContain(one);
});

it('fewer shares than needed restore no key, nor do repeated shares or those of another key', {
  ...AT_LENGTH,
  timeout: TEST_MS_MAX,
}, async () => {
  const [one = '', two = ''] = await split('--shares', '5', '--threshold', '3');
  const [other = ''] = await split();
  const wrong = [[one], [one, two], [one, one, two], [one, two, other], ['5123450000000008']];
  const answers = await Promise.all(wrong.map(joined));
  for (const [at, { code, out, err }] of answers.entries()) {
    expect([code, out]).toEqual([1, '']);
    expect(err).not.toContain(wrong[at]?.[0]);
  }
});

itAtLength(
  [
    ['--shares', '1'],
    ['--threshold', '1'],
    ['--threshold', '4'],
    ['--shares', '11'],
    ['--shares', 'many'],
  ],
  isFirst,
)('keys split %s %s is a wrong call', async (...args) => {
  const ran = await turnpike('', ['keys', 'split', ...args]);
  expect([ran.code, ran.out]).toEqual([2, '']);
});
