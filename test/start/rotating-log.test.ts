import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { RotatingLog } from '../../src/start/rotating-log.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const text = (name: string) => readFileSync(join(folder, name), 'utf8');

it('begins a new file when one is full, and keeps every line in its order', async () => {
  const log = new RotatingLog(folder, 'gateway', 20);
  for (const line of ['first', 'second', 'third', 'fourth', 'fifth']) {
    log.write(`${line}....\n`);
  }
  await log.end();
  expect(['gateway.4.log', 'gateway.3.log', 'gateway.2.log', 'gateway.1.log', 'gateway.log'].flatMap(linesIn)).toEqual([
    'first....',
    'second....',
    'third....',
    'fourth....',
    'fifth....',
  ]);
});

it('never takes more than five files, however much is logged', async () => {
  const log = new RotatingLog(folder, 'gateway', 1_000);
  for (let line = 0; line < 1_000; line += 1) {
    log.write(`${'x'.repeat(99)}\n`);
  }
  await log.end();
  const files = readdirSync(folder);
  expect(files.sort()).toEqual(['gateway.1.log', 'gateway.2.log', 'gateway.3.log', 'gateway.4.log', 'gateway.log']);
  for (const file of files) {
    const { size, mode } = statSync(join(folder, file));
    expect(size).toBeLessThanOrEqual(1_000);
    expect(mode & 0o777).toBe(0o600);
  }
});

it('has a line that is longer than a file in a file of its own', async () => {
  const log = new RotatingLog(folder, 'gateway', 10);
  log.write('short\n');
  log.write('much longer than it\n');
  await log.end();
  expect([text('gateway.1.log'), text('gateway.log')]).toEqual(['short\n', 'much longer than it\n']);
});

function linesIn(name: string): string[] {
  return readdirSync(folder).includes(name) ? text(name).trimEnd().split('\n') : [];
}
