/**
 * `npm run drill:failover -- [--loss kill|cut]… [--route hosts|haproxy]… [--rounds N] [--seed S]`: loses the leader of
 * a Patroni cluster under load, several times in a row, as `deploy/patroni/` describes the cluster. It needs root and
 * Debian's packages, and prints a table with a row for each round. `npm run drill -- --tool patroni` practises the loss
 * of an asynchronous leader.
 */
import { parseArgs } from 'node:util';
import { failoverTable } from './lib/drill-table.mjs';
import { findCluster } from './lib/drill-tools.mjs';
import { runDrills } from './lib/run-drills.mjs';
import { runMain, StepFailure } from './lib/step.mjs';
import { setUp } from './setup.mjs';

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
  const runs = loss.flatMap((kind) =>
    route.map((way) => ({
      environment: {
        ...env,
        TURNPIKE_FAULT_FAILOVERS: rounds,
        TURNPIKE_FAULT_FAILOVER_KIND: kind.toUpperCase(),
        TURNPIKE_FAULT_FAILOVER_ROUTE: way,
      },
      seed,
    })),
  );
  const { exitCode, figures } = await runDrills(node, 'failover-drill', runs);
  const planned = loss.flatMap((kind) => route.map((way) => ({ loss: kind, route: way, rounds: Number(rounds) })));
  process.stdout.write(failoverTable(figures, planned));
  return exitCode;
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
