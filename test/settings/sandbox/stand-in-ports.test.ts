/** Ports that `npm start` notes for commands in other terminals. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { noteStandInPorts, withStandInPorts } from '../../../src/settings/sandbox/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'turnpike-ports-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('are read until they are forgotten', () => {
  const env = { DATA_DIR: folder };
  const forget = noteStandInPorts(folder, { SANDBOX_BANKS_PORT: '8451', SANDBOX_3DS_PORT: '8452' });
  expect(withStandInPorts(env)).toEqual({ ...env, SANDBOX_BANKS_PORT: '8451', SANDBOX_3DS_PORT: '8452' });
  forget();
  expect(withStandInPorts(env)).toEqual(env);
});

it('keep no command from running where they cannot be read', () => {
  // A file that is no folder fails for root as well, as a folder of somebody else does for others.
  const env = { DATA_DIR: '/dev/null' };
  expect(withStandInPorts(env)).toEqual(env);
});
