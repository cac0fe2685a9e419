/** How long an AUTHORIZE takes where few others are on their way: the gateway and the bare gateway at an even pace. */
import type { Plan } from '../plan.ts';
import type { Measured, Table } from '../report/measured.ts';
import { fixed } from '../report/print.ts';
import { p99Ratio } from '../report/standings.ts';
import { rounded } from '../statistics.ts';
import type { Workbench } from '../workbench.ts';
import { authorizingServers } from './authorize.ts';
import { byTurns, type Standing } from './by-turns.ts';
import type { EngineUnderTest } from './engines.ts';

interface Paced {
  readonly perSecond: number;
  readonly measured: Standing;
  readonly bareGateway: Standing;
}

export async function measureLatency(bench: Workbench, plan: Plan, engine: EngineUnderTest): Promise<Measured> {
  const load = bench.load();
  const { paces, pacedP99RatioMax } = engine;
  const place = await engine.open(bench);
  try {
    const [gateway, bareGateway] = await authorizingServers(bench, place);
    for (const { job } of [gateway, bareGateway]) {
      // At the pace of the measure the code would not be compiled within minutes.
      await load.run({ ...job, until: { seconds: plan.warmUpSeconds } });
    }
    const paced: Paced[] = [];
    for (const perSecond of paces) {
      const [measured, yardstick] = await byTurns(
        load,
        [
          { ...gateway, job: { ...gateway.job, perSecond } },
          { ...bareGateway, job: { ...bareGateway.job, perSecond } },
        ],
        { rounds: plan.rounds, warmUpSeconds: plan.warmUpSeconds, seconds: plan.authorizeSeconds },
      );
      paced.push({ perSecond, measured, bareGateway: yardstick });
    }
    await bench.stopAll();
    return {
      name: engine.name.replace('authorize', 'latency'),
      tables: [tableOf(paced, plan, engine)],
      marks:
        pacedP99RatioMax === undefined
          ? []
          : paced.map(({ perSecond, measured, bareGateway: yardstick }) => ({
              what: `p99 of AUTHORIZE at ${perSecond} a second to the bare gateway's`,
              value: rounded(p99Ratio(measured, yardstick), 2),
              unit: '',
              atMost: pacedP99RatioMax,
            })),
      data: { paced },
    };
  } finally {
    await place.close();
  }
}

function tableOf(paced: readonly Paced[], plan: Plan, { title }: EngineUnderTest): Table {
  const row = (pace: number, { name, median }: Standing) => [
    `${name}, ${pace} a second`,
    fixed(median.p50Ms, 1),
    fixed(median.p99Ms, 1),
    fixed(median.cpuUs.server, 0),
  ];
  return {
    title: `${title}, at an even pace; ${plan.rounds} rounds of ${plan.authorizeSeconds} s by turns`,
    head: ['medians', 'p50 ms', 'p99 ms', 'server µs'],
    rows: paced.flatMap(({ perSecond, measured, bareGateway }) => [
      row(perSecond, measured),
      row(perSecond, bareGateway),
    ]),
    notes: ['A latency is counted from the moment at which the pace wanted the request.'],
  };
}
