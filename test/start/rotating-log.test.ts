import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { RotatingLog } from '../../src/start/rotating-log.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const text = (name: string) => readFileSync(join(folder, name), 'utf8');

it('the log starts a new file when one is full, and keeps every line in order', async () => {
  const log = new RotatingLog(folder, 'gateway', { bytesMax: 20 });
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

it('the log keeps at most five files, for any number of lines', async () => {
  const log = new RotatingLog(folder, 'gateway', { bytesMax: 1_000 });
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

it('the log gives a line that is longer than a file a file of its own', async () => {
  const log = new RotatingLog(folder, 'gateway', { bytesMax: 10 });
  log.write('short\n');
  log.write('much longer than it\n');
  await log.end();
  expect([text('gateway.1.log'), text('gateway.log')]).toEqual(['short\n', 'much longer than it\n']);
});

it('the log survives a full disk, drops lines meanwhile, and writes again later', async () => {
  const taken: string[] = [];
  let isFull = true;
  const log = new RotatingLog(folder, 'gateway', {
    openAgainMs: 0,
    open: () =>
      new Writable({
        decodeStrings: false,
        write(chunk, _encoding, done) {
          if (isFull) {
            done(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
            return;
          }
          taken.push(chunk);
          done();
        },
      }),
  });
  log.write('lost\n');
  await new Promise((resolve) => setImmediate(resolve));
  isFull = false;
  log.write('kept\n');
  await log.end();
  expect(taken).toEqual([expect.stringMatching(/^At least 1 lines were lost/), 'kept\n']);
});

it('the log survives a disk that fails while it closes, and a folder that is gone', async () => {
  const log = new RotatingLog(folder, 'gateway', {
    bytesMax: 10,
    open: () => new Writable({ write: (_chunk, _encoding, done) => done(new Error('no space left on device')) }),
  });
  log.write('one line\n');
  log.write('another line\n');
  await log.end();
  const gone = new RotatingLog(join(folder, 'gone'), 'gateway');
  gone.write('lost\n');
  await gone.end();
});

it('the log keeps a limited number of lines for which the disk is too slow', async () => {
  const waiting: (() => void)[] = [];
  let bytes = 0;
  const open = () =>
    new Writable({
      write(chunk, _encoding, done) {
        bytes += chunk.length;
        waiting.push(done);
      },
    });
  const log = new RotatingLog(folder, 'gateway', { open });
  for (let line = 0; line < 20; line += 1) {
    log.write('x'.repeat(1024 * 1024));
  }
  const ended = log.end();
  for (let turn = 0; turn < 50; turn += 1) {
    waiting.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await ended;
  expect(bytes).toBeLessThanOrEqual(9 * 1024 * 1024);
});

function linesIn(name: string): string[] {
  return readdirSync(folder).includes(name) ? text(name).trimEnd().split('\n') : [];
}
