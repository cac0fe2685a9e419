/** The processes of `turnpike serve`: one that ends again and again, and their joined output. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { afterAll, expect, it } from 'vitest';
import { createProcessLog, LogIdentity } from '../../src/platform/process-log.ts';
import { ProcessGroup } from '../../src/start/serve/process-group.ts';
import { Sockets } from '../../src/start/serve/sockets.ts';
import { pipeLines } from '../../src/start/serve/whole-lines.ts';
import { requireLogLines } from '../support/log-lines.ts';

const folder = mkdtempSync(join(tmpdir(), 'turnpike-group-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('gives up when nothing listens and five in a row ended, after delays that double', async () => {
  const file = join(folder, 'program.mjs');
  writeFileSync(file, "process.send('LISTENING', () => process.exit(3));");
  const lines: string[] = [];
  const sink = { write: () => true, once: () => undefined };
  const sockets = await Sockets.open({ host: '127.0.0.1', port: 0, setting: 'PORT' }, undefined);
  const group = new ProcessGroup({
    program: { command: process.execPath, args: [file], environment: {} },
    sockets,
    processes: 1,
    log: createProcessLog('info', new LogIdentity('1.2.3'), { write: (line) => void lines.push(line) }),
    stdout: sink,
    stderr: sink,
    times: { delayMsMin: 1 },
  });
  expect(await group.start()).toBe(true);
  await group.failed;
  sockets.close();
  requireLogLines(lines);
  const logged = lines.map((line) => JSON.parse(line));
  expect(logged.map(({ nextMs }) => nextMs)).toEqual([0, 1, 2, 4, undefined]);
  expect(logged.at(-1)).toMatchObject({ level: 60, reason: 'exit code 3' });
});

it('joins the output of processes by whole lines, and ends the last line of a process that was killed', async () => {
  const written: string[] = [];
  const sink = { write: (text: string) => written.push(text) > 0, once: () => undefined };
  const [one, other] = [new PassThrough(), new PassThrough()];
  pipeLines(one, sink);
  pipeLines(other, sink);
  const parts = Buffer.from('{"name":"Zoë"}\n');
  one.write('{"first":1}\n{"sec');
  other.write(parts.subarray(0, 11));
  one.write('ond":2}\n{"half":');
  other.write(parts.subarray(11));
  one.end();
  other.end();
  await Promise.all([finished(one), finished(other)]);
  expect(written.join('').split('\n').sort()).toEqual([
    '',
    '{"first":1}',
    '{"half":',
    '{"name":"Zoë"}',
    '{"second":2}',
  ]);
  expect(written.every((text) => text.endsWith('\n'))).toBe(true);
});

it('pauses a process while the terminal does not take its lines', async () => {
  const stream = new PassThrough();
  let drained = () => {};
  const written: string[] = [];
  pipeLines(stream, {
    write: (text) => written.push(text) > 1,
    once: (_event, listener) => {
      drained = listener;
    },
  });
  stream.write('one\n');
  await expect.poll(() => stream.isPaused()).toBe(true);
  stream.write('two\n');
  drained();
  await expect.poll(() => written).toEqual(['one\n', 'two\n']);
});
