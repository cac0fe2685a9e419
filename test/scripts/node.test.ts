import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { loadScript } from './module.ts';

const { projectNode, isNewEnough } = await loadScript<{
  projectNode(root?: string, version?: string): string;
  isNewEnough(version: string): boolean;
}>('lib/node.mjs');
const run = fileURLToPath(new URL('../../scripts/run.mjs', import.meta.url));

it('the pinned Node is used in this checkout, and the running one where none is installed', () => {
  expect(spawnSync(projectNode(), ['--version'], { encoding: 'utf8' }).stdout).toBe('v26.10.0\n');
  expect(projectNode('/nowhere')).toBe(process.execPath);
});

it.skipIf(process.platform !== 'linux')('names the package of a library that the pinned one lacks', () => {
  const root = mkdtempSync(join(tmpdir(), 'turnpike-node-'));
  const bin = join(root, 'node_modules', `node-linux-${process.arch}`, 'bin');
  mkdirSync(bin, { recursive: true });
  const line = 'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file';
  writeFileSync(join(bin, 'node'), `#!/bin/sh\necho '${line}' >&2\nexit 127\n`, { mode: 0o755 });
  expect(() => projectNode(root, '20.20.2')).toThrow(
    /^Turnpike brings no Node .*: its Node lacks the library libatomic\.so\.1 \(apt-get install libatomic1\): install that, or install Node 22\.18 or later\.$/,
  );
  rmSync(root, { recursive: true });
});

it.each([
  ['20.20.2', false],
  ['22.17.9', false],
  ['22.18.0', true],
  ['23.0.0', true],
  ['26.10.0', true],
])('Node %s runs TypeScript as it stands: %s', (version, enough) => {
  expect(isNewEnough(version)).toBe(enough);
});

it('a command names a missing file in one line', () => {
  const { status, stderr } = spawnSync(process.execPath, [run, 'src/no-such-file.ts'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 1, stderr: 'There is no src/no-such-file.ts in this checkout.\n' });
});

it("a command's arguments, output and exit code pass through", () => {
  const { status, stdout } = spawnSync(process.execPath, [run, 'test/scripts/echo.ts', 'a b', '--flag'], {
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 7, stdout: '["a b","--flag"]\n' });
});

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'a program stops when npm, or the shell between them, is ended by %s',
  async (signal) => {
    // A shell with further commands stays the parent.
    const shell = spawn('sh', ['-c', '"$0" "$1" test/scripts/wait.ts; true', process.execPath, run], {
      env: { ...process.env, npm_lifecycle_event: 'start' },
    });
    await once(shell.stdout, 'data');
    shell.kill(signal);
    // The program holds the other end of the pipe, which closes when it exits.
    await once(shell.stdout, 'close');
  },
);

it.skipIf(process.platform !== 'linux')('a program stops when npm is killed and the shell goes on', async () => {
  const inner = '"$0" "$1" test/scripts/wait.ts; true';
  const npm = spawn('sh', ['-c', 'sh -c "$2" "$0" "$1"; true', process.execPath, run, inner], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
  });
  await once(npm.stdout, 'data');
  npm.kill('SIGKILL');
  await once(npm.stdout, 'close');
});

it('a program is notified when the script that runs it is killed', async () => {
  const script = spawn(process.execPath, [run, 'test/scripts/wait-until-orphaned.ts']);
  await once(script.stdout, 'data');
  script.kill('SIGKILL');
  await once(script.stdout, 'close');
});
