/**
 * Measures two servers under the same load in alternating turns. Other load on the machine affects both, so their ratio
 * is meaningful even if their rates are not.
 */
import type { LoadGenerator } from '../load/generator.ts';
import type { LoadJob } from '../load/job.ts';
import type { Child } from '../processes/child.ts';
import { median } from '../statistics.ts';

export interface Contestant {
  readonly name: string;
  readonly server: Child;
  /** Another process that works for the server, such as its acquirer. */
  readonly helper?: Child;
  readonly job: Omit<LoadJob, 'until'>;
}

export interface Turn {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly answered: number;
  /** User and system time of each process for one request, in microseconds. */
  readonly cpuUs: { readonly server: number; readonly helper: number; readonly generator: number };
}

export interface Standing {
  readonly name: string;
  readonly turns: readonly Turn[];
  readonly median: Omit<Turn, 'answered'>;
}

export interface Rounds {
  readonly rounds: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

export async function byTurns<const Names extends readonly Contestant[]>(
  load: LoadGenerator,
  contestants: Names,
  { rounds, warmUpSeconds, seconds }: Rounds,
): Promise<{ [K in keyof Names]: Standing }> {
  for (const contestant of contestants) {
    await turn(load, contestant, warmUpSeconds);
  }
  const turns = contestants.map((): Turn[] => []);
  for (let round = 0; round < rounds; round += 1) {
    // Back and forth: a machine that becomes slower or faster meanwhile affects all alike.
    const inOrder = [...contestants.entries()];
    for (const [index, contestant] of round % 2 === 0 ? inOrder : inOrder.reverse()) {
      turns[index]?.push(await turn(load, contestant, seconds));
    }
  }
  return contestants.map(({ name }, index) => standing(name, turns[index] ?? [])) as {
    [K in keyof Names]: Standing;
  };
}

async function turn(load: LoadGenerator, { server, helper, job }: Contestant, seconds: number): Promise<Turn> {
  const cpu = async () => ({
    server: (await server.usage()).cpuUs,
    helper: helper === undefined ? 0 : (await helper.usage()).cpuUs,
    generator: (await load.child.usage()).cpuUs,
  });
  const before = await cpu();
  const result = await load.run({ ...job, until: { seconds } });
  const after = await cpu();
  const { answered, p50Ms, p99Ms } = result;
  return {
    perSecond: answered / result.seconds,
    p50Ms,
    p99Ms,
    answered,
    cpuUs: {
      server: (after.server - before.server) / answered,
      helper: (after.helper - before.helper) / answered,
      generator: (after.generator - before.generator) / answered,
    },
  };
}

function standing(name: string, turns: readonly Turn[]): Standing {
  const middle = (pick: (turn: Turn) => number) => median(turns.map(pick));
  return {
    name,
    turns,
    median: {
      perSecond: middle((turn) => turn.perSecond),
      p50Ms: middle((turn) => turn.p50Ms),
      p99Ms: middle((turn) => turn.p99Ms),
      cpuUs: {
        server: middle((turn) => turn.cpuUs.server),
        helper: middle((turn) => turn.cpuUs.helper),
        generator: middle((turn) => turn.cpuUs.generator),
      },
    },
  };
}
