import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { errorIn, startChild } from '../../src/start/child.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-child-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const program = (source: string) => {
  const file = join(folder, 'program.mjs');
  writeFileSync(file, source);
  return pathToFileURL(file);
};

/** As long as the test's own limit allows. */
const until = async (seen: () => boolean) => {
  while (!seen()) {
    await sleep(10);
  }
};

const logged = (name: string, text: string) => {
  const file = join(folder, 'logs', `${name}.log`);
  return until(() => existsSync(file) && readFileSync(file, 'utf8').includes(text));
};

it('a child process that ignores the signal is killed', async () => {
  const child = startChild(
    'stubborn',
    program("process.on('SIGTERM', () => {}); setInterval(() => {}, 1e6); console.log('up')"),
    folder,
  );
  await logged('stubborn', 'up');
  expect(await child.stop(50)).toMatchObject({ how: 'SIGKILL', clean: false });
});

it('an end by the signal itself counts as clean', async () => {
  const child = startChild('plain', program("setInterval(() => {}, 1e6); console.log('up')"), folder);
  await logged('plain', 'up');
  expect(await child.stop(10_000)).toMatchObject({ how: 'SIGTERM', clean: true });
});

it('the last lines of a process that died without output appear on the terminal', async () => {
  const child = startChild(
    'quiet',
    program("for (let n = 1; n <= 12; n += 1) console.log('line ' + n); process.exitCode = 4"),
    folder,
  );
  const { how, tail, clean } = await child.ended;
  expect({ how, clean }).toEqual({ how: 'exit code 4', clean: false });
  expect(tail).toEqual(Array.from({ length: 10 }, (_, index) => `line ${index + 3}`));
});

it('the log of the previous run is kept', async () => {
  for (const word of ['one', 'two']) {
    await startChild('again', program(`console.log('${word}')`), folder).ended;
  }
  expect(readFileSync(join(folder, 'logs', 'again.previous.log'), 'utf8')).toBe('one\n');
  expect(readFileSync(join(folder, 'logs', 'again.log'), 'utf8')).toBe('two\n');
});

it('a child process is notified when its supervisor is gone', async () => {
  const farewell = join(folder, 'farewell');
  const orphan = program(`import { writeFileSync } from 'node:fs';
    process.on('disconnect', () => writeFileSync(${JSON.stringify(farewell)}, 'alone'));
    console.log('up');`);
  const module = new URL('../../src/start/child.ts', import.meta.url).href;
  const supervisor = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { startChild } from ${JSON.stringify(module)};
     startChild('orphan', new URL(${JSON.stringify(orphan.href)}), ${JSON.stringify(folder)});`,
  ]);
  await logged('orphan', 'up');
  supervisor.kill('SIGKILL');
  await until(() => existsSync(farewell));
});

it.each([
  ['{"level":50,"msg":"broke","err":{"message":"why"}}', 'gateway: broke: why'],
  ['{"level":60,"msg":"broke"}', 'gateway: broke'],
  ['{"level":40,"msg":"careful"}', undefined],
  ['{"level":30,"msg":"fine"}', undefined],
  ['no JSON', undefined],
  ['null', undefined],
])('the log line %s is printed as %s', (line, shown) => {
  expect(errorIn('gateway', line)).toBe(shown);
});
