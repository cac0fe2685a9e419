/**
 * `npm run drill -- [--tool NAME]… [--seeds N] [--seed S] [--lose SECONDS]`: practises restores with each tool of
 * backups that this machine has. For each seed it starts a gateway and the sandbox with stores of their own, takes
 * payments, copies the store with the tool, loses up to that many seconds, restores, compares with the ledgers, opens
 * the store, and lets every shop and payer repeat all of their requests. It prints a table with a row for each seed,
 * and exits with 1 after a difference or a second charge.
 */
import { parseArgs } from 'node:util';
import { drillTable } from './lib/drill-table.mjs';
import { DRILL_TOOLS, findDrillTool } from './lib/drill-tools.mjs';
import { runDrills } from './lib/run-drills.mjs';
import { runMain, StepFailure } from './lib/step.mjs';
import { setUp } from './setup.mjs';

const USAGE = `It takes --tool NAME (${DRILL_TOOLS.join(', ')}), --seeds N, --seed S and --lose SECONDS.`;
const LOSE_DEFAULT = '30';
const WHOLE_NUMBER = /^[1-9]\d{0,8}$/;

await runMain(async () => {
  const { tool: tools, seeds, seed, lose } = options();
  const node = await setUp({ pages: true });
  /** @type {import('./lib/run-drills.mjs').DrillRun[]} */
  const runs = [];
  for (const tool of tools) {
    const { missing, env } = await findDrillTool(tool);
    if (missing === undefined) {
      runs.push({
        environment: {
          ...env,
          TURNPIKE_FAULT_DRILL_TOOL: tool,
          TURNPIKE_FAULT_DRILL_SEEDS: seeds,
          TURNPIKE_FAULT_DRILL_SECONDS: lose,
        },
        seed,
      });
    } else {
      process.stdout.write(`${tool} is left out: ${missing}\n`);
    }
  }
  const { exitCode, figures } = await runDrills(node, 'restore-drill', runs);
  process.stdout.write(drillTable(figures));
  return exitCode;
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
