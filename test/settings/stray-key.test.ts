/** A sandbox that lost its key file. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { steadyClock } from '../../src/adapters/steady-clock.ts';
import { TurnsOnServers } from '../../src/adapters/store/index.ts';
import { composeStore } from '../../src/compose/store.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { turnpike } from '../cli/turnpike.ts';

const log = pino({ level: 'silent' });

const starting = (folder: string) =>
  composeStore({
    settings: readSettings({ DATA_DIR: folder }),
    log,
    clock: steadyClock(log),
    turns: new TurnsOnServers(),
  });

it('a sandbox key beside another store is reported in one sentence, by the gateway and by the command line, and not replaced', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-stray-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'keys', 'sandbox.key');
  const { store } = await starting(folder);
  await store.close();
  rmSync(file);
  await expect(starting(folder)).rejects.toThrow(
    /lacks the key [0-9a-f]{8}, .* The file .*sandbox\.key, which held it, was missing/,
  );
  expect(existsSync(file)).toBe(false);
  const ran = await turnpike(folder, ['keys', 'rotate', '--cookies']);
  expect([ran.code, ran.err]).toEqual([1, expect.stringContaining('was missing: restore it')]);
  expect(existsSync(file)).toBe(false);
});
