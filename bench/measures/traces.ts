/**
 * The cost of traces for AUTHORIZE: a gateway without a receiver, and gateways that trace a tenth of the requests for a
 * receiver that answers, that is away and that is slow, in alternating turns. A second gateway without a receiver shows
 * the difference that two equal processes have.
 */
import { authorizeJob } from '../authorize-request.ts';
import { CONNECTIONS, type Plan } from '../plan.ts';
import { isListening } from '../processes/child.ts';
import { fetchOnce } from '../processes/fetch-once.ts';
import { HOST } from '../processes/gateway.ts';
import type { World } from '../processes/world.ts';
import type { Mark, Measured, Table } from '../report/measured.ts';
import { fixed, whole } from '../report/print.ts';
import { rounded } from '../statistics.ts';
import type { RunningGateway, Workbench } from '../workbench.ts';
import { byTurns, type Contestant, type Standing } from './by-turns.ts';

const SHARE = 0.1;
const COST_MAX = 1.03;
/** Longer than the gateway waits for an answer. */
const SLOW_MS = 30_000;
/** A difference of some percent needs many turns, which are short in return. */
const TURNS_FACTOR = 12;
const SECONDS_SHARE = 0.2;
const CLOSED_PORT = 1;

interface Traced {
  readonly standing: Standing;
  /** Spans by their outcome, as the gateway counts them. */
  readonly spans: string;
}

export async function measureTraces(bench: Workbench, plan: Plan): Promise<Measured> {
  const load = bench.load();
  const { world } = await bench.world();
  const gateways = [
    await gatewayOf(bench, world, 'off'),
    await gatewayOf(bench, world, 'off, another process'),
    await gatewayOf(bench, world, '10 %, receiver answers', await receiverPort(bench, 0)),
    await gatewayOf(bench, world, '10 %, receiver is away', CLOSED_PORT),
    await gatewayOf(bench, world, '10 %, receiver is slow', await receiverPort(bench, SLOW_MS)),
  ] as const;
  const rounds = TURNS_FACTOR * plan.rounds;
  const seconds = SECONDS_SHARE * plan.authorizeSeconds;
  const standings = await byTurns(load, gateways.map(contestant), {
    rounds,
    warmUpSeconds: plan.warmUpSeconds,
    seconds,
  });
  const measured: Traced[] = [];
  for (const [index, { gateway }] of gateways.entries()) {
    measured.push({ standing: standings[index] as Standing, spans: await spansOf(gateway) });
  }
  await bench.stopAll();
  const [off, again, ...traced] = measured as [Traced, Traced, ...Traced[]];
  const offUs = (serverUs(off) + serverUs(again)) / 2;
  return {
    name: 'traces',
    tables: [tableOf(measured, offUs, `${rounds} rounds of ${seconds} s by turns`)],
    marks: traced.map((one) => markOf(one, offUs)),
    data: { share: SHARE, offUs, measured },
  };
}

interface NamedGateway {
  readonly name: string;
  readonly gateway: RunningGateway;
}

/** @param port of the receiver; absent: traces are off */
async function gatewayOf(bench: Workbench, world: World, name: string, port?: number): Promise<NamedGateway> {
  const endpoint = port === undefined ? '' : `http://${HOST}:${port}`;
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: `${SHARE}` };
  return { name, gateway: await bench.gateway(world, { env }) };
}

async function receiverPort(bench: Workbench, delayMs: number): Promise<number> {
  const entry = new URL('../processes/trace-receiver.ts', import.meta.url);
  const receiver = bench.start({ name: 'receiver of traces', entry, args: [`${delayMs}`] });
  return (await receiver.message(isListening)).port;
}

function contestant({ name, gateway }: NamedGateway): Contestant {
  return {
    name,
    server: gateway.child,
    job: authorizeJob(gateway.origin),
  };
}

async function spansOf({ origin }: RunningGateway): Promise<string> {
  const metrics = (await fetchOnce(`${origin}/metrics`)).body.toString();
  const counts = metrics.matchAll(/^turnpike_trace_spans_total\{outcome="(\w+)"\} (\d+)$/gm);
  return [...counts].map(([, outcome, count]) => `${whole(Number(count))} ${outcome}`).join(', ');
}

const serverUs = ({ standing }: Traced) => standing.median.cpuUs.server;

/** @param offUs the mean of both gateways without traces */
function tableOf(measured: readonly Traced[], offUs: number, rounds: string): Table {
  const row = (traced: Traced) => {
    const { name, median, turns } = traced.standing;
    return [
      name,
      whole(median.perSecond),
      fixed(median.p99Ms, 1),
      whole(serverUs(traced)),
      fixed(serverUs(traced) / offUs, 3),
      whole(turns.reduce((sum, turn) => sum + turn.answered, 0)),
      traced.spans,
    ];
  };
  return {
    title: `AUTHORIZE with traces; ${CONNECTIONS} connections, ${rounds}`,
    head: ['traces', 'per second', 'p99 ms', 'server µs', 'to off', 'requests', 'spans'],
    rows: measured.map(row),
    notes: [
      'µs: user and system time of the gateway for one request, with the sending of spans, to the mean of both without.',
    ],
  };
}

function markOf(traced: Traced, offUs: number): Mark {
  return {
    what: `processor time of AUTHORIZE, traces ${traced.standing.name}, to off`,
    value: rounded(serverUs(traced) / offUs, 3),
    unit: '',
    atMost: COST_MAX,
  };
}
