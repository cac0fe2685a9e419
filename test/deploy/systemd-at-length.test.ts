/** The unit in `deploy/systemd/`, as systemd's own checker reads it. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const UNITS = fileURLToPath(new URL('../../deploy/systemd', import.meta.url));
const SYSTEM = '/lib/systemd/system';
/** Tenths of systemd's level of exposure, of 100: 13 today. */
const EXPOSURE_MAX = 15;
const hasSystemd = existsSync('/usr/bin/systemd-analyze');

function analyze(...args: string[]): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

/** A root of the file system with the unit, its program, and the units of the system. */
function rootFolder(): string {
  const root = mkdtempSync(join(tmpdir(), 'turnpike-units-'));
  const bin = join(root, 'opt', 'turnpike', 'current', 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'node'), '#!/bin/sh\n');
  chmodSync(join(bin, 'node'), 0o755);
  cpSync(SYSTEM, join(root, SYSTEM), { recursive: true, verbatimSymlinks: true });
  cpSync(join(UNITS, 'turnpike.service'), join(root, 'etc/systemd/system/turnpike.service'));
  return root;
}

it.skipIf(!hasSystemd)('systemd finds no error in the unit, with and without its drop-ins', () => {
  const root = rootFolder();
  const verify = () => analyze('verify', `--root=${root}`, 'turnpike.service');
  expect(verify()).toEqual({ status: 0, output: '' });
  for (const dropIn of ['sandbox.conf', 'processes.conf']) {
    const file = join(root, 'etc/systemd/system/turnpike.service.d', dropIn);
    cpSync(join(UNITS, dropIn), file);
    expect(verify()).toEqual({ status: 0, output: '' });
    rmSync(file);
  }
});

it.skipIf(!hasSystemd)('the unit exposes little of the system', () => {
  const { status, output } = analyze(
    ...['security', '--offline=true', `--threshold=${EXPOSURE_MAX}`, '--no-pager'],
    join(UNITS, 'turnpike.service'),
  );
  expect({ status, level: /exposure level for turnpike\.service: (\S+)/.exec(output)?.[1] }).toMatchObject({
    status: 0,
  });
});
