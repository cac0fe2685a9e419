/** The command line in an operator's shell: exit code, stdout and stderr of a process that ends by itself. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect } from 'vitest';
import { firstOfEach, itAtLength } from '../support/at-length.ts';
import { turnpike, turnpikeProcess } from './turnpike.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** A separate one for each case, since they run concurrently. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-cli-process-'));
  folders.push(folder);
  return folder;
}

/** A port without a listener. */
const NOWHERE = 'postgres://somebody@127.0.0.1:9/none';

const isFirstOfCode = firstOfEach<readonly [string, number, ...unknown[]]>(([, code]) => code);

describe('a process of the command line', () => {
  itAtLength<[string, number, readonly string[], Record<string, string>, RegExp, RegExp]>(
    [
      ['a command that does its work', 0, ['reconcile'], {}, /^0 need the operator, 0 for information\.\n$/, /^$/],
      ['a setting that is wrong', 1, ['migrate'], { PORT: 'none' }, /^$/, /^PORT="none" cannot be used: .+\n$/],
      [
        'a database that cannot be reached',
        1,
        ['migrate'],
        { DATABASE_URL: NOWHERE },
        /^$/,
        /^postgres:.+REFUSED.+\n$/,
      ],
      ['a call that is wrong', 2, ['merchants', 'list'], {}, /^$/, /^turnpike merchant put .+turnpike migrate .+\n$/s],
    ],
    isFirstOfCode,
    { concurrent: true },
  )('ends after %s with exit code %i, and prints the same as in this process', async (_, code, args, env, out, err) => {
    const folder = newFolder();
    expect((await turnpike(folder, ['migrate'])).code).toBe(0);
    const ran = await turnpikeProcess(folder, args, env);
    expect(ran.code).toBe(code);
    expect(ran.out).toMatch(out);
    expect(ran.err).toMatch(err);
    expect(ran).toEqual(await turnpike(folder, args, env));
  });
});
