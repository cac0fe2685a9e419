/** Durable AUTHORIZE: the gateway and the bare loop in turns, on one engine. */
import { AUTHORIZE_PATH, authorizeBody } from '../authorize-request.ts';
import { CONNECTIONS, type Plan } from '../plan.ts';
import { isListening } from '../processes/child.ts';
import { HOST, MERCHANT_HEADERS } from '../processes/gateway.ts';
import type { Measured } from '../report/measured.ts';
import { cpuRatio, rateRatio, sideBySide } from '../report/standings.ts';
import { rounded } from '../statistics.ts';
import type { Workbench } from '../workbench.ts';
import { byTurns, type Standing } from './by-turns.ts';
import type { Counted, EngineUnderTest } from './engines.ts';

export async function measureAuthorize(bench: Workbench, plan: Plan, engine: EngineUnderTest): Promise<Measured> {
  const load = bench.load();
  const { child: outside, world } = await bench.world();
  const place = await engine.open(bench);
  try {
    const { databaseUrl } = place;
    const gateway = await bench.gateway(world, databaseUrl === undefined ? {} : { databaseUrl });
    const bareLoop = bench.start({
      name: 'bare loop',
      entry: new URL('../bare-loop/main.ts', import.meta.url),
      args: [place.bareLoop],
    });
    const { port } = await bareLoop.message(isListening);
    const request = {
      method: 'PUT',
      path: AUTHORIZE_PATH,
      headers: MERCHANT_HEADERS,
      body: authorizeBody(),
      connections: CONNECTIONS,
    } as const;
    const [measured, yardstick] = await byTurns(
      load,
      [
        { name: 'gateway', server: gateway.child, helper: outside, job: { ...request, origin: gateway.origin } },
        { name: 'bare loop', server: bareLoop, job: { ...request, origin: `http://${HOST}:${port}` } },
      ],
      { rounds: plan.rounds, warmUpSeconds: plan.warmUpSeconds, seconds: plan.authorizeSeconds },
    );
    await bench.stopAll();
    const approved = approvedOf(await place.counted(gateway.databaseFile), measured);
    return report(engine, plan, { measured, yardstick, approved });
  } finally {
    await place.close();
  }
}

function report(
  { name, title, ratioMin, p99RatioMax }: EngineUnderTest,
  plan: Plan,
  { measured, yardstick, approved }: { measured: Standing; yardstick: Standing; approved: number },
): Measured {
  const ratio = rateRatio(measured, yardstick);
  const p99Ratio = measured.median.p99Ms / yardstick.median.p99Ms;
  return {
    name,
    tables: [
      sideBySide({
        title: `${title}; ${CONNECTIONS} connections, ${plan.rounds} rounds of ${plan.authorizeSeconds} s by turns`,
        measured,
        yardstick,
        helper: 'acquirer µs',
        notes: [
          `The store holds ${approved.toLocaleString('en')} transactions, warm-up included: all of them approved.`,
        ],
      }),
    ],
    marks: [
      { what: `${title}, gateway to bare loop`, value: rounded(ratio, 3), unit: '', atLeast: ratioMin },
      ...(p99RatioMax === undefined
        ? []
        : [{ what: `${title}, p99 to the loop's`, value: rounded(p99Ratio, 2), unit: '', atMost: p99RatioMax }]),
    ],
    data: {
      gateway: measured,
      bareLoop: yardstick,
      ratio,
      p99Ratio,
      cpuRatio: cpuRatio(measured, yardstick),
      approved,
    },
  };
}

/**
 * Guards against fast answers without an authorization.
 * @throws Error when the store has fewer transactions than were answered, or not all are approved
 */
function approvedOf({ all, approved }: Counted, { turns }: Standing): number {
  const answered = turns.reduce((sum, turn) => sum + turn.answered, 0);
  if (approved !== all || all < answered) {
    throw new Error(`${answered} were answered, but the store holds ${approved} approved of ${all}.`);
  }
  return approved;
}
