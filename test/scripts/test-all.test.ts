/** The arguments of `npm run test:all`. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it.each(['0/3', '4/3', '3', '', 'a/3', '1/10'])('--part %j is refused before anything is installed', (value) => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/test-all.mjs', '--part', value], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([2, 'npm run test:all takes nothing, or --part with a value such as 2/3.\n']);
});
