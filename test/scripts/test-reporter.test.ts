/** The reporter in runs of its own, over a few tests that fail in every way. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { AT_LENGTH } from '../support/at-length.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The timeout of the tests below, and the reporter's grace period before it ends a run by itself. */
const LIMIT_MS = 400;
const GRACE_MS = 600;

interface Run {
  readonly exitCode: number | null;
  readonly out: string;
  readonly report: { readonly passed: number; readonly failed: number; readonly skipped: number };
}

/** @param source of the only test file */
async function run(source: string): Promise<Run> {
  const parent = join(ROOT, '.cache');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'reported-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const report = join(folder, 'report.json');
  writeFileSync(join(folder, 'some.test.mjs'), `import { beforeAll, expect, it } from 'vitest';\n${source}`);
  writeFileSync(join(folder, 'vitest.config.mjs'), `export default { test: { testTimeout: ${LIMIT_MS} } };`);
  const child = spawn(
    process.execPath,
    [
      join(ROOT, 'node_modules/vitest/vitest.mjs'),
      'run',
      `--root=${folder}`,
      `--reporter=${join(ROOT, 'scripts/lib/test-reporter.mjs')}`,
    ],
    {
      env: { ...process.env, TURNPIKE_TEST_REPORT: report, TURNPIKE_TEST_GRACE_MS: `${GRACE_MS}` },
      detached: true,
    },
  );
  let out = '';
  const collect = (text: Buffer) => {
    out += text;
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  try {
    // Kills the worker of a hanging test, as the runner does.
    process.kill(-child.pid!, 'SIGKILL');
  } catch {
    // The process has ended.
  }
  return { exitCode, out, report: JSON.parse(readFileSync(report, 'utf8')) };
}

it('a failure is named, with its difference and its place', async () => {
  const { exitCode, out, report } = await run(
    "it('adds', () => {});\nit('subtracts', () => expect({ left: 2 }).toEqual({ left: 3 }));",
  );
  expect([exitCode, report]).toEqual([1, expect.objectContaining({ passed: 1, failed: 1 })]);
  expect(out).toMatch(/✗ .*some\.test\.mjs > subtracts/);
  expect(out).toContain('"left": 3');
  expect(out).toMatch(/at .*some\.test\.mjs:3:/);
});

it('a file that does not load, and a hook that fails, are failures', async () => {
  const unloaded = await run("throw new Error('not today');");
  expect([unloaded.exitCode, unloaded.report.failed]).toEqual([1, 1]);
  expect(unloaded.out).toContain('not today');
  const hook = await run("beforeAll(() => { throw new Error('no room'); });\nit('never runs', () => {});");
  expect([hook.exitCode, hook.report.passed]).toEqual([1, 0]);
  expect(hook.report.failed).toBeGreaterThan(0);
});

it('a test that never ends fails at its limit, by its name', AT_LENGTH, async () => {
  const { exitCode, out, report } = await run("it('waits', () => new Promise(() => {}));");
  expect([exitCode, report.failed]).toEqual([1, 1]);
  expect(out).toMatch(/✗ .*some\.test\.mjs > waits/);
});

it('a test that blocks the event loop ends the run, by its name', async () => {
  const { exitCode, out, report } = await run("it('spins', () => { for (;;) {} });");
  expect([exitCode, report.failed]).toEqual([1, 1]);
  expect(out).toMatch(/✗ .*some\.test\.mjs > spins/);
  expect(out).toContain('did not end within its limit of 0.4 s');
});

it('a failure is printed once more at the end, where a long output is cut', AT_LENGTH, async () => {
  const { out } = await run("it('adds', () => expect({ left: 2 }).toEqual({ left: 3 }));");
  const [, end] = out.split('Failed:');
  expect(end).toContain('some.test.mjs > adds');
  expect(end).toContain('expected { left: 2 } to deeply equal { left: 3 }');
});

it('a failure is printed with its cause', async () => {
  const { out } = await run("it('walks', () => { throw new Error('It fails.', { cause: new Error('No door.') }); });");
  expect(out).toContain('It fails.');
  expect(out).toContain('No door.');
});

it.each([
  ['beginning', ''],
  [
    'beginning and the test itself',
    "reporter.onTestCaseResult({ id: '1', module: {}, result: () => ({ state: 'passed' }) });",
  ],
])('a hook whose end is reported before its %s does not stall the run', async (_what, result) => {
  const hook = "{ name: 'afterEach', entity: { id: '1', name: 'closes' } }";
  expect(await reported(`reporter.onHookEnd(${hook}); ${result} reporter.onHookStart(${hook});`)).toEqual(QUIET);
});

it('a failed hook whose end is never reported does not stall the run after its file', AT_LENGTH, async () => {
  const file = `{
    id: '7', moduleId: 'some.test.ts', errors: () => [], meta: () => ({}),
    diagnostic: () => ({ duration: 1, collectDuration: 1 }), children: { allSuites: () => [], allTests: () => [] },
  }`;
  const hook = "{ name: 'afterAll', entity: { id: '7', moduleId: 'some.test.ts' } }";
  expect(await reported(`reporter.onHookStart(${hook}); reporter.onTestModuleEnd(${file});`)).toEqual(QUIET);
});

const QUIET = { exitCode: 0, out: '' };

/** @param calls of a reporter, which then gets no event for longer than a hook may take */
async function reported(calls: string): Promise<{ exitCode: number | null; out: string }> {
  const reporter = join(ROOT, 'scripts/lib/test-reporter.mjs');
  const source = `
    import Reporter from ${JSON.stringify(reporter)};
    const reporter = new Reporter();
    reporter.onTestRunStart([]);
    ${calls}
    setTimeout(() => reporter.onTestRunEnd([], []), 3000);`;
  const env = { ...process.env, TURNPIKE_TEST_LIMIT_MS: `${LIMIT_MS}`, TURNPIKE_TEST_GRACE_MS: `${GRACE_MS}` };
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], { env, stdio: 'pipe' });
  let out = '';
  child.stdout.on('data', (text: Buffer) => {
    out += text;
  });
  const [exitCode] = await once(child, 'exit');
  return { exitCode, out };
}
