/**
 * `npm run drill -- [--tool NAME]… [--seeds N] [--seed S] [--lose SECONDS]`: practises restores with each tool of
 * backups that this machine has. For each seed it starts a gateway and the sandbox with stores of their own, takes
 * payments, copies the store with the tool, loses up to that many seconds, restores, compares with the ledgers, opens
 * the store, and lets every shop and payer repeat all of their requests. It prints a table with a row for each seed,
 * and exits with 1 after a difference or a second charge.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drillTable } from './lib/drill-table.mjs';
import { DRILL_TOOLS, findDrillTool } from './lib/drill-tools.mjs';
import { ROOT } from './lib/project.mjs';
import { runMain, StepFailure } from './lib/step.mjs';
import { runTests } from './lib/tests.mjs';
import { setUp } from './setup.mjs';

const REPORT = join(ROOT, '.cache', 'drill.jsonl');
const DRILL = ['--project', 'faults', '--maxWorkers=1', join('test', 'faults', 'restore-drill.test.ts')];
const USAGE = `It takes --tool NAME (${DRILL_TOOLS.join(', ')}), --seeds N, --seed S and --lose SECONDS.`;
const LOSE_DEFAULT = '30';
const WHOLE_NUMBER = /^[1-9]\d{0,8}$/;

await runMain(async () => {
  const { tool: tools, seeds, seed, lose } = options();
  const node = await setUp({ pages: true });
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  rmSync(REPORT, { force: true });
  let worst = 0;
  for (const tool of tools) {
    const { missing, env } = await findDrillTool(tool);
    if (missing !== undefined) {
      process.stdout.write(`${tool} is left out: ${missing}\n`);
      continue;
    }
    const { exitCode, isStopped } = await runTests(node, DRILL, {
      ...env,
      TURNPIKE_FAULT_DRILL_TOOL: tool,
      TURNPIKE_FAULT_DRILL_SEEDS: seeds,
      TURNPIKE_FAULT_DRILL_SECONDS: lose,
      TURNPIKE_FAULT_DRILL_REPORT: REPORT,
      ...(seed !== undefined && { TURNPIKE_FAULT_SEED: seed }),
    });
    worst = Math.max(worst, exitCode);
    if (isStopped) {
      break;
    }
  }
  const lines = existsSync(REPORT) ? readFileSync(REPORT, 'utf8').trim().split('\n') : [];
  process.stdout.write(drillTable(lines.map((line) => JSON.parse(line))));
  return worst;
});

function options() {
  const known = /** @type {const} */ ({
    tool: { type: 'string', multiple: true },
    seeds: { type: 'string', default: '1' },
    seed: { type: 'string' },
    lose: { type: 'string', default: LOSE_DEFAULT },
  });
  try {
    const { tool = DRILL_TOOLS, ...values } = parseArgs({ options: known }).values;
    const numbers = [values.seeds, values.lose, values.seed ?? '1'];
    if (tool.every((one) => DRILL_TOOLS.includes(one)) && numbers.every((text) => WHOLE_NUMBER.test(text))) {
      return { tool, ...values };
    }
  } catch {
    // Falls through to the error below.
  }
  throw new StepFailure(USAGE, 2);
}
