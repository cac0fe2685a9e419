/** Durable AUTHORIZE: the gateway, the bare gateway and the bare loop in turns, on one engine. */
import { authorizeJob } from '../authorize-request.ts';
import { CONNECTIONS, type Plan } from '../plan.ts';
import { isListening } from '../processes/child.ts';
import { HOST } from '../processes/gateway.ts';
import type { Mark, Measured } from '../report/measured.ts';
import { cpuRatio, p99Ratio, rateRatio, sideBySide } from '../report/standings.ts';
import { rounded } from '../statistics.ts';
import type { Workbench } from '../workbench.ts';
import { byTurns, type Standing } from './by-turns.ts';
import type { Counted, EngineUnderTest, Place } from './engines.ts';

export async function measureAuthorize(bench: Workbench, plan: Plan, engine: EngineUnderTest): Promise<Measured> {
  const load = bench.load();
  const place = await engine.open(bench);
  try {
    const contestants = await authorizingServers(bench, place);
    const [measured, bareGateway, bareLoop] = await byTurns(load, contestants, {
      rounds: plan.rounds,
      warmUpSeconds: plan.warmUpSeconds,
      seconds: plan.authorizeSeconds,
    });
    await bench.stopAll();
    const approved = approvedOf(await place.counted(contestants[0].databaseFile), measured);
    return report(engine, plan, { measured, bareGateway, bareLoop, approved });
  } finally {
    await place.close();
  }
}

/** Starts the gateway and both bare servers. The gateway and the bare gateway have an acquirer each. */
export async function authorizingServers(bench: Workbench, place: Place) {
  const [outside, bareOutside] = [await bench.world(), await bench.world()];
  const { databaseUrl } = place;
  const gateway = await bench.gateway(outside.world, databaseUrl === undefined ? {} : { databaseUrl });
  const bareGateway = await bareServer(bench, 'bare gateway', [
    place.bareGateway,
    String(bareOutside.world.acquirerPort),
  ]);
  const bareLoop = await bareServer(bench, 'bare loop', [place.bareLoop]);
  const { origin, databaseFile } = gateway;
  return [
    {
      name: 'gateway',
      server: gateway.child,
      helper: outside.child,
      job: authorizeJob(origin),
      databaseFile,
    },
    { ...bareGateway, helper: bareOutside.child },
    bareLoop,
  ] as const;
}

async function bareServer(bench: Workbench, name: string, args: readonly string[]) {
  const entry = new URL(`../bare-servers/${name.replace(' ', '-')}.ts`, import.meta.url);
  const server = bench.start({ name, entry, args });
  const { port } = await server.message(isListening);
  return { name, server, job: authorizeJob(`http://${HOST}:${port}`) };
}

interface AuthorizeStandings {
  readonly measured: Standing;
  readonly bareGateway: Standing;
  readonly bareLoop: Standing;
  readonly approved: number;
}

function report(engine: EngineUnderTest, plan: Plan, standings: AuthorizeStandings): Measured {
  const { name, title } = engine;
  const { measured, bareGateway, bareLoop, approved } = standings;
  return {
    name,
    tables: [
      sideBySide({
        title: `${title}; ${CONNECTIONS} connections, ${plan.rounds} rounds of ${plan.authorizeSeconds} s by turns`,
        measured,
        yardsticks: [bareGateway, bareLoop],
        helper: 'acquirer µs',
        notes: [
          `The store holds ${approved.toLocaleString('en')} transactions, warm-up included: all of them approved.`,
        ],
      }),
    ],
    marks: marksOf(engine, measured, bareGateway),
    data: {
      gateway: measured,
      bareGateway,
      bareLoop,
      ratio: rateRatio(measured, bareGateway),
      p99Ratio: p99Ratio(measured, bareGateway),
      cpuRatio: cpuRatio(measured, bareGateway),
      approved,
    },
  };
}

function marksOf(engine: EngineUnderTest, measured: Standing, bareGateway: Standing): Mark[] {
  const { title, rateRatioMin, cpuRatioMin, p99RatioMax } = engine;
  const marks = [
    { what: `${title}, to the bare gateway`, value: rateRatio(measured, bareGateway), atLeast: rateRatioMin },
    { what: `${title}, processor time likewise`, value: cpuRatio(measured, bareGateway), atLeast: cpuRatioMin },
    { what: `${title}, p99 to the bare gateway's`, value: p99Ratio(measured, bareGateway), atMost: p99RatioMax },
  ];
  return marks.filter(isLimited).map((mark) => ({ ...mark, value: rounded(mark.value, 2), unit: '' }));
}

function isLimited({ atLeast, atMost }: { atLeast?: number | undefined; atMost?: number | undefined }): boolean {
  return atLeast !== undefined || atMost !== undefined;
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
