/** Ports that `npm start` records for commands in other terminals. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { noteSimulatorPorts, withSimulatorPorts } from '../../../src/settings/sandbox/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'turnpike-ports-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('the ports are read until they are cleared', () => {
  const env = { DATA_DIR: folder };
  const forget = noteSimulatorPorts(folder, { SANDBOX_BANKS_PORT: '8451', SANDBOX_3DS_PORT: '8452' });
  expect(withSimulatorPorts(env)).toEqual({ ...env, SANDBOX_BANKS_PORT: '8451', SANDBOX_3DS_PORT: '8452' });
  forget();
  expect(withSimulatorPorts(env)).toEqual(env);
});

it('unreadable ports do not prevent a command from running', () => {
  // A file used as a folder fails for root as well, like another user's folder for others.
  const env = { DATA_DIR: '/dev/null' };
  expect(withSimulatorPorts(env)).toEqual(env);
});
