/**
 * F19. A leader of a Patroni cluster is killed, or its link to the cluster is cut, under load, several times in a row.
 * Synchronous and strict: answered payments are preserved and charged once, and a leader that is cut off confirms no
 * commit. `npm run drill:failover` runs it, where Debian's packages are installed.
 */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../support/random.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { PROCESSES } from './database-load.ts';
import { startLoad } from './load.ts';
import { type ClusterServer, type PatroniCluster, type Route, startPatroniCluster } from './patroni-cluster.ts';
import { report, reportDrill, rounds } from './report.ts';
import { judge, NO_FLAWS } from './verdict.ts';

const ROUNDS = rounds('FAILOVERS', 0);
const ROUTE = (process.env.TURNPIKE_FAULT_FAILOVER_ROUTE || 'hosts') as Route;
/** KILL ends all processes of the leader's machine. CUT unplugs its link to etcd and the other servers. */
const KIND = (process.env.TURNPIKE_FAULT_FAILOVER_KIND || 'KILL') as 'CUT' | 'KILL';
/** The cluster, the load and the sandbox share the machine. */
const CLIENTS = rounds('FAILOVER_CLIENTS', 16);
const ANSWERS_BEFORE_MAX = 300;
const ANSWERS_AFTER = 300;
const AWAY_MS_MAX = 90_000;
/** The drill's limit for the time without an answered payment. */
const SILENT_MS_MAX = 30_000;
/** Flaws with a column of their own. */
const COUNTED_APART = { unanswered: [], lost: [], doubled: [] };
const START_MS_MAX = 300_000;
const ROUND_MS_MAX = 900_000;

let cluster: PatroniCluster;
let stack: Stack;
beforeAll(async () => {
  if (ROUNDS > 0) {
    cluster = await startPatroniCluster();
    stack = await startStack({ processes: PROCESSES, databaseUrl: cluster.urls[ROUTE] });
    await Promise.all(stack.gateways.map(({ merchant }) => merchant.introduce()));
  }
}, START_MS_MAX);
afterAll(async () => {
  await stack?.close();
  await cluster?.close();
}, START_MS_MAX);

describe.runIf(ROUNDS > 0)(`a leader of a Patroni cluster that is lost (${KIND}, ${ROUTE})`, () => {
  it.each(Array.from({ length: ROUNDS }, (_none, index) => index))(
    'costs no answer and no money, and the same processes continue with its successor: round %i',
    async (index) => {
      const first = process.env.TURNPIKE_FAULT_SEED;
      const random = seededRandom(first && `${Number(first) + index}`);
      const pids = stack.gateways.map(({ service }) => service.pid());
      const merchants = stack.gateways.map(({ merchant }) => merchant);
      await cluster.untilWhole();
      const leader = await cluster.leader();
      const load = startLoad(merchants, { clients: CLIENTS, random });
      await load.more(random.between(1, ANSWERS_BEFORE_MAX));
      const witness = await openWitness(leader);
      const lostAt = performance.now();
      if (KIND === 'KILL') {
        leader.machine.kill();
      } else {
        leader.machine.cut();
      }
      const writing = witness.write();
      const successor = await cluster.untilLeaderIsNot(leader);
      const electedMs = Math.round(performance.now() - lostAt);
      await load.more(ANSWERS_AFTER, AWAY_MS_MAX);
      const confirmed = await writing;
      await load.end();
      if (KIND === 'KILL') {
        leader.start();
      } else {
        leader.machine.mend();
      }
      await cluster.untilWhole();
      const { flaws } = await judge(load.attempts, stack);
      const { call, request } = load.longestMs();
      const refusals = load.attempts.flatMap((attempt) => attempt.refusals);
      const figures = {
        loss: KIND.toLowerCase(),
        route: ROUTE,
        seed: random.seed,
        from: leader.name,
        to: successor.name,
        electedMs,
        silentMs: load.silentMsMax(),
        callMs: call,
        requestMs: request,
        requests: load.attempts.length,
        refusals: refusals.length,
        unanswered: flaws.unanswered.length,
        lost: flaws.lost.length,
        doubled: flaws.doubled.length,
        others: Object.values({ ...flaws, ...COUNTED_APART }).flat().length,
        confirmed,
      };
      reportDrill(figures);
      report(
        `F19 failover ${index + 1}`,
        Object.entries(figures).map(([name, value]) => `${name} ${value}`),
        'Patroni',
      );
      expect(flaws).toEqual(NO_FLAWS);
      expect(confirmed).toBe(0);
      expect(stack.gateways.map(({ service }) => service.pid())).toEqual(pids);
      expect(load.silentMsMax()).toBeLessThan(SILENT_MS_MAX);
    },
    ROUND_MS_MAX,
  );
});

/** A client of the leader with a connection from before its loss. */
interface Witness {
  /**
   * Writes until the leader accepts no more. @returns the number of commits that it confirmed
   */
  write(): Promise<number>;
}

const WRITE_MS_MAX = 2_000;
const WRITES_MAX = 60;

async function openWitness({ url }: ClusterServer): Promise<Witness> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: WRITE_MS_MAX });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('create table if not exists drill_witness (at bigint)');
  return {
    async write() {
      let confirmed = 0;
      for (let writes = 0; writes < WRITES_MAX; writes += 1) {
        const written = client.query('insert into drill_witness values ($1)', [Date.now()]).then(
          () => 'CONFIRMED' as const,
          () => 'REFUSED' as const,
        );
        const result = await Promise.race([written, pause(WRITE_MS_MAX * WRITES_MAX, 'SILENT' as const)]);
        if (result !== 'CONFIRMED') {
          break;
        }
        confirmed += 1;
      }
      client.end().catch(() => undefined);
      return confirmed;
    },
  };
}
