/**
 * Several gateway processes on one PostgreSQL: the rate and the processor time of an AUTHORIZE with 1, 2 and 4 of them,
 * with the same number of requests in flight in all; then the cost of processes that have nothing to do. Each turn has
 * new processes and a new database, since two equal processes differ by more than a tenth.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { authorizeJob } from '../authorize-request.ts';
import type { LoadGenerator } from '../load/generator.ts';
import { CONNECTIONS, type Plan } from '../plan.ts';
import { DatabaseServer } from '../processes/database-server.ts';
import { fetchOnce } from '../processes/fetch-once.ts';
import type { Mark, Measured, Table } from '../report/measured.ts';
import { fixed, whole } from '../report/print.ts';
import { median, rounded } from '../statistics.ts';
import type { RunningGateway, Workbench } from '../workbench.ts';

const COUNTS = [1, 2, 4] as const;
type Count = (typeof COUNTS)[number];
/** The most that a request may take with so many processes, in multiples of the time with one. */
const RATIO_MAX: Readonly<Partial<Record<Count, number>>> = { 2: 1.15, 4: 1.25 };
const DATABASE = 'gateway';
const SECOND_MS = 1_000;
const MS_US = 1_000;

/** Sums of all gateway processes. Times are microseconds. */
interface Usage {
  readonly gatewaysUs: number;
  readonly databaseUs: number;
  readonly generatorUs: number;
  readonly commits: number;
  readonly units: number;
}

interface LoadedTurn {
  readonly perSecond: number;
  /** The 99th percentile in the process with the slowest answers. */
  readonly p99Ms: number;
  /** Processor time of one request. */
  readonly gatewaysUs: number;
  readonly databaseUs: number;
  readonly generatorUs: number;
  readonly unitsPerCommit: number;
}

/** The cost of all processes in a second without a request. */
interface IdleTurn {
  readonly gatewaysMs: number;
  readonly databaseMs: number;
  readonly statements: number;
  /** The most frequent ones, each with its count in a second. */
  readonly frequent: readonly (readonly [statement: string, perSecond: number])[];
}

interface Turn {
  readonly loaded: LoadedTurn;
  readonly idle: IdleTurn;
}

export async function measureProcesses(bench: Workbench, plan: Plan): Promise<Measured> {
  const turns = new Map<Count, Turn[]>(COUNTS.map((count) => [count, []]));
  const server = await DatabaseServer.start(bench);
  try {
    for (let round = 0; round < plan.processRounds; round += 1) {
      // Back and forth: a machine that becomes slower or faster meanwhile affects all alike.
      for (const count of round % 2 === 0 ? COUNTS : COUNTS.toReversed()) {
        turns.get(count)?.push(await turnOf(bench, plan, server, count));
      }
    }
  } finally {
    await server.close();
  }
  const standings = COUNTS.map((count) => standingOf(count, turns.get(count) ?? []));
  return {
    name: 'processes',
    tables: [loadedTable(plan, standings), idleTable(plan, standings)],
    marks: standings.flatMap((standing) => marksOf(standing, standings[0] as Standing)),
    data: { standings, turns: Object.fromEntries(turns) },
  };
}

/** Measures so many new processes on a new database. */
async function turnOf(bench: Workbench, plan: Plan, server: DatabaseServer, count: Count): Promise<Turn> {
  const databaseUrl = await server.create(DATABASE);
  const { world } = await bench.world();
  const first = await bench.gateway(world, { databaseUrl });
  const gateways = [first];
  while (gateways.length < count) {
    gateways.push(await bench.gatewayBeside(first, { databaseUrl }));
  }
  const load = bench.load();
  // A process compiles its code in its first requests, so each gets as many of them.
  await loadAll(load, gateways, { requests: plan.warmUpRequests });
  const loaded = await loadedTurn(load, server, gateways, plan.authorizeSeconds);
  // The worker of the index of orders ends its work on the load first.
  await pause(plan.idleSeconds * SECOND_MS);
  const idle = await idleTurn(load, server, gateways, plan.idleSeconds);
  await bench.stopAll();
  await server.drop(DATABASE);
  return { loaded, idle };
}

async function loadedTurn(
  load: LoadGenerator,
  server: DatabaseServer,
  gateways: readonly RunningGateway[],
  seconds: number,
): Promise<LoadedTurn> {
  const before = await usageOf(load, server, gateways);
  const results = await loadAll(load, gateways, { seconds });
  const after = await usageOf(load, server, gateways);
  const answered = results.reduce((sum, result) => sum + result.answered, 0);
  return {
    perSecond: answered / Math.max(...results.map((result) => result.seconds)),
    p99Ms: Math.max(...results.map(({ p99Ms }) => p99Ms)),
    gatewaysUs: (after.gatewaysUs - before.gatewaysUs) / answered,
    databaseUs: (after.databaseUs - before.databaseUs) / answered,
    generatorUs: (after.generatorUs - before.generatorUs) / answered,
    unitsPerCommit: (after.units - before.units) / (after.commits - before.commits),
  };
}

function loadAll(
  load: LoadGenerator,
  gateways: readonly RunningGateway[],
  until: { readonly seconds: number } | { readonly requests: number },
) {
  const connections = CONNECTIONS / gateways.length;
  return Promise.all(gateways.map(({ origin }) => load.run({ ...authorizeJob(origin), connections, until })));
}

async function idleTurn(
  load: LoadGenerator,
  server: DatabaseServer,
  gateways: readonly RunningGateway[],
  seconds: number,
): Promise<IdleTurn> {
  const before = await usageOf(load, server, gateways);
  const statements = await server.statements(DATABASE, () => pause(seconds * SECOND_MS));
  const after = await usageOf(load, server, gateways);
  const counted = [...statements].map(([text, calls]) => [text, calls / seconds] as const);
  return {
    gatewaysMs: (after.gatewaysUs - before.gatewaysUs) / MS_US / seconds,
    databaseMs: (after.databaseUs - before.databaseUs) / MS_US / seconds,
    statements: counted.reduce((sum, [, perSecond]) => sum + perSecond, 0),
    frequent: counted,
  };
}

async function usageOf(
  load: LoadGenerator,
  server: DatabaseServer,
  gateways: readonly RunningGateway[],
): Promise<Usage> {
  const commits = await Promise.all(gateways.map(commitsOf));
  const usages = await Promise.all(gateways.map(({ child }) => child.usage()));
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    gatewaysUs: sum(usages.map(({ cpuUs }) => cpuUs)),
    databaseUs: server.cpuUs(),
    generatorUs: (await load.child.usage()).cpuUs,
    commits: sum(commits.map(({ count }) => count)),
    units: sum(commits.map(({ units }) => units)),
  };
}

async function commitsOf({ origin }: RunningGateway): Promise<{ count: number; units: number }> {
  const metrics = (await fetchOnce(`${origin}/metrics`)).body.toString();
  const value = (end: string) =>
    Number(new RegExp(`^turnpike_store_commit_units_${end} (\\S+)$`, 'm').exec(metrics)?.[1]);
  return { count: value('count'), units: value('sum') };
}

interface Standing extends LoadedTurn, Omit<IdleTurn, 'gatewaysMs' | 'databaseMs' | 'frequent'> {
  readonly count: Count;
  readonly idleGatewaysMs: number;
  readonly idleDatabaseMs: number;
}

function standingOf(count: Count, turns: readonly Turn[]): Standing {
  const middle = (pick: (turn: Turn) => number) => median(turns.map(pick));
  return {
    count,
    perSecond: middle(({ loaded }) => loaded.perSecond),
    p99Ms: middle(({ loaded }) => loaded.p99Ms),
    gatewaysUs: middle(({ loaded }) => loaded.gatewaysUs),
    databaseUs: middle(({ loaded }) => loaded.databaseUs),
    generatorUs: middle(({ loaded }) => loaded.generatorUs),
    unitsPerCommit: middle(({ loaded }) => loaded.unitsPerCommit),
    idleGatewaysMs: middle(({ idle }) => idle.gatewaysMs),
    idleDatabaseMs: middle(({ idle }) => idle.databaseMs),
    statements: middle(({ idle }) => idle.statements),
  };
}

function loadedTable({ processRounds, authorizeSeconds }: Plan, standings: readonly Standing[]): Table {
  const [one] = standings as readonly [Standing, ...Standing[]];
  return {
    title: `AUTHORIZE on PostgreSQL by several processes; ${CONNECTIONS} connections in all, ${processRounds} rounds of ${authorizeSeconds} s`,
    head: ['processes', 'per second', 'p99 ms', 'units', 'gateways µs', 'to one', 'database µs', 'to one', 'load µs'],
    rows: standings.map((standing) => [
      `${standing.count}`,
      whole(standing.perSecond),
      fixed(standing.p99Ms, 1),
      fixed(standing.unitsPerCommit, 1),
      whole(standing.gatewaysUs),
      fixed(standing.gatewaysUs / one.gatewaysUs, 2),
      whole(standing.databaseUs),
      fixed(standing.databaseUs / one.databaseUs, 2),
      whole(standing.generatorUs),
    ]),
    notes: [
      'µs: user and system time for one request, of all gateways together and of all processes of PostgreSQL.',
      'units: units of work that share a commit; a request has two.',
    ],
  };
}

function idleTable({ idleSeconds }: Plan, standings: readonly Standing[]): Table {
  return {
    title: `Processes without a request, for a second; means of ${idleSeconds} s, medians of the rounds`,
    head: ['processes', 'gateways ms', 'database ms', 'statements'],
    rows: standings.map(({ count, idleGatewaysMs, idleDatabaseMs, statements }) => [
      `${count}`,
      fixed(idleGatewaysMs, 1),
      fixed(idleDatabaseMs, 1),
      fixed(statements, 1),
    ]),
    notes: ['ms: user and system time of all gateways together, and of all processes of PostgreSQL.'],
  };
}

function marksOf({ count, gatewaysUs, databaseUs }: Standing, one: Standing): Mark[] {
  const atMost = RATIO_MAX[count];
  if (atMost === undefined) {
    return [];
  }
  const mark = (whose: string, value: number) => ({
    what: `processor time of AUTHORIZE ${whose}, ${count} processes to one`,
    value: rounded(value, 2),
    unit: '',
    atMost,
  });
  return [
    mark('in the gateways', gatewaysUs / one.gatewaysUs),
    mark('with that of PostgreSQL', (gatewaysUs + databaseUs) / (one.gatewaysUs + one.databaseUs)),
  ];
}
