/** `npm test`: everything, from nothing, stopping at the first step that fails. Arguments go to vitest. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './lib/browser.mjs';
import { CHECKS } from './lib/checks.mjs';
import { projectNode, runInForeground } from './lib/node.mjs';
import { installPackages } from './lib/packages.mjs';
import { buildPages } from './lib/pages.mjs';
import { ROOT } from './lib/project.mjs';
import { output, runMain, step } from './lib/step.mjs';
import { tally } from './lib/tally.mjs';

const REPORT = join(ROOT, '.cache', 'vitest.json');

/** In order. Each gets `{ node, env }`, may add to `env` what the tests need to find, and throws to stop. */
const STEPS = [
  (run) => step('Finding a browser', async () => (run.env.CHROMIUM_PATH = await findBrowser(run.node))),
  ...CHECKS.map(
    ({ title, args }) =>
      (run) =>
        step(title, () => output(run.node, args)),
  ),
  (run) => buildPages(run.node),
];

await runMain(async () => {
  await installPackages();
  const run = { node: projectNode(), env: {} };
  for (const one of STEPS) await one(run);
  return runTests(run, process.argv.slice(2));
});

async function runTests({ node, env }, args) {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  rmSync(REPORT, { force: true });
  const vitest = [
    join('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${REPORT}`,
  ];
  const exitCode = await runInForeground(node, [...vitest, ...args], env);
  const { passed, failed } = tally(readReport(), exitCode);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  return exitCode;
}

function readReport() {
  try {
    return JSON.parse(readFileSync(REPORT, 'utf8'));
  } catch {
    return undefined;
  }
}
