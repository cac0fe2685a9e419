/**
 * `npm run drill:failover -- [--loss kill|cut]… [--route hosts|haproxy]… [--rounds N] [--seed S]`: loses the leader of
 * a Patroni cluster under load, several times in a row, as `deploy/patroni/` describes the cluster. It needs root and
 * Debian's packages, and prints a table with a row for each round. `npm run drill -- --tool patroni` practises the loss
 * of an asynchronous leader.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { failoverTable } from './lib/drill-table.mjs';
import { findCluster } from './lib/drill-tools.mjs';
import { ROOT } from './lib/project.mjs';
import { runMain, StepFailure } from './lib/step.mjs';
import { runTests } from './lib/tests.mjs';
import { setUp } from './setup.mjs';

const REPORT = join(ROOT, '.cache', 'failovers.jsonl');
const DRILL = ['--project', 'faults', '--maxWorkers=1', join('test', 'faults', 'failover-drill.test.ts')];
const LOSSES = ['kill', 'cut'];
const ROUTES = ['hosts', 'haproxy'];
const USAGE = `It takes --loss NAME (${LOSSES.join(', ')}), --route NAME (${ROUTES.join(', ')}), --rounds N and --seed S.`;
const WHOLE_NUMBER = /^[1-9]\d{0,8}$/;

await runMain(async () => {
  const { loss, route, rounds, seed } = options();
  const { missing, env } = findCluster();
  if (missing !== undefined) {
    throw new StepFailure(missing, 2);
  }
  const node = await setUp({ pages: true });
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  rmSync(REPORT, { force: true });
  let worst = 0;
  for (const { kind, way } of loss.flatMap((one) => route.map((other) => ({ kind: one.toUpperCase(), way: other })))) {
    const { exitCode, isStopped } = await runTests(node, DRILL, {
      ...env,
      TURNPIKE_FAULT_FAILOVERS: rounds,
      TURNPIKE_FAULT_FAILOVER_KIND: kind,
      TURNPIKE_FAULT_FAILOVER_ROUTE: way,
      TURNPIKE_FAULT_DRILL_REPORT: REPORT,
      ...(seed !== undefined && { TURNPIKE_FAULT_SEED: seed }),
    });
    worst = Math.max(worst, exitCode);
    if (isStopped) {
      break;
    }
  }
  const lines = existsSync(REPORT) ? readFileSync(REPORT, 'utf8').trim().split('\n') : [];
  process.stdout.write(failoverTable(lines.map((line) => JSON.parse(line))));
  return worst;
});

function options() {
  const known = /** @type {const} */ ({
    loss: { type: 'string', multiple: true, default: LOSSES },
    route: { type: 'string', multiple: true, default: ROUTES },
    rounds: { type: 'string', default: '1' },
    seed: { type: 'string' },
  });
  try {
    const { loss, route, rounds, seed } = parseArgs({ options: known }).values;
    const isKnown = loss.every((one) => LOSSES.includes(one)) && route.every((one) => ROUTES.includes(one));
    if (isKnown && [rounds, seed ?? '1'].every((text) => WHOLE_NUMBER.test(text))) {
      return { loss, route, rounds, seed };
    }
  } catch {
    // Falls through to the error below.
  }
  throw new StepFailure(USAGE, 2);
}
