/** `audit export`: its lines are verified by the program of the page about the audit trail, which shares no code. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand } from '../../../src/cli/run-command.ts';
import { type Rig, startRig } from '../../api/rest/rig.ts';
import { codeBlocks, docPage } from '../../docs-files/documentation.ts';

let rig: Rig;
let folder: string;
let lines: string[];
beforeAll(async () => {
  rig = await startRig();
  folder = await mkdtemp(join(tmpdir(), 'turnpike-export-'));
  const [program = ''] = codeBlocks(docPage('docs/operating/audit.md'), 'js');
  await writeFile(join(folder, 'verify-audit.mjs'), program);
  await exported('merchant', 'disable', 'TESTSHOP');
  await exported('merchant', 'enable', 'TESTSHOP');
  lines = await exported('audit', 'export');
});
afterAll(async () => {
  await rig.close();
  await rm(folder, { recursive: true });
});

/** The lines of a command's output. */
async function exported(...args: string[]): Promise<string[]> {
  const out: string[] = [];
  const env = { ...process.env, DATA_DIR: rig.folder, DATABASE_URL: rig.databaseUrl };
  const code = await runCommand(args, { env, stdout: (text) => out.push(text), stderr: (text) => out.push(text) });
  expect(code).toBe(0);
  return out;
}

async function verified(file: readonly string[]): Promise<{ code: number; out: string }> {
  const name = join(folder, 'audit.jsonl');
  await writeFile(name, `${file.join('\n')}\n`);
  return new Promise((resolve) => {
    execFile(process.execPath, [join(folder, 'verify-audit.mjs'), name], (error, out, err) => {
      resolve({ code: Number(error?.code ?? 0), out: out + err });
    });
  });
}

it('every entry is a line with its hash, and the program finds them whole', async () => {
  const actions = lines.map((line) => JSON.parse(line).action);
  expect(actions).toEqual(expect.arrayContaining(['gateway start', 'merchant disable', 'merchant enable']));
  const last = JSON.parse(lines.at(-1) ?? '');
  expect(last.time).toMatch(/^\d{4}-\d\d-\d\dT/);
  const { code, out } = await verified(lines);
  expect([code, out]).toEqual([0, `${lines.length} entries are whole, the last with the hash ${last.hash}\n`]);
});

it('a changed, a removed and a moved line is found', async () => {
  const changed = lines.with(1, lines[1]!.replace('TESTSHOP', 'OTHERSHOP').replace('"actor":"', '"actor":"x'));
  expect(await verified(changed)).toMatchObject({ code: 1, out: expect.stringContaining('line 2') });
  expect(await verified(lines.toSpliced(1, 1))).toMatchObject({ code: 1 });
  expect(await verified([lines[1]!, lines[0]!, ...lines.slice(2)])).toMatchObject({ code: 1 });
});

it('a time selects entries, whose first line is taken as the beginning', async () => {
  const { time } = JSON.parse(lines.at(-1)!);
  const some = await exported('audit', 'export', '--from', time);
  expect(some.length).toBeGreaterThan(0);
  expect(some.length).toBeLessThan(lines.length);
  expect(await verified(some)).toMatchObject({ code: 0 });
});
