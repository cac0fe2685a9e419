/**
 * A cluster as `deploy/patroni/` describes it, from Debian's packages: three servers of PostgreSQL under Patroni, each
 * in a network namespace, three members of etcd, and HAProxy, which run beside the drill. Patroni gets the addresses of
 * this machine from its environment; the files are those of `deploy/`.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { freePorts } from '../support/ports.ts';
import { spawnTethered } from '../support/tethered.ts';
import { CLUSTER_HOST, createNetwork, type Machine } from './cluster-network.ts';

const FILES = fileURLToPath(new URL('../../deploy/patroni', import.meta.url));
const LOGS = fileURLToPath(new URL('../../.cache/patroni', import.meta.url));
const SERVERS = 3;
const ETCD_MEMBERS = 3;
/** The first server's port. Each has its own, since they share the folder of Debian's sockets. */
const POSTGRES_PORT = 5432;
/** Debian's account, which owns that folder. */
const ACCOUNT = 'postgres';
const PATRONI_PORT = 8008;
const PASSWORD = 'only-for-tests';
const urlAt = (hosts: string) => `postgres://postgres:${PASSWORD}@${hosts}/postgres`;
const POLL_MS = 100;
/** A cluster is created, or a server copied again, within seconds; a busy machine takes longer. */
const READY_MS_MAX = 300_000;
/** A standby follows a new leader within seconds. */
const REINITIALISE_AFTER_MS = 45_000;

export interface ClusterServer {
  readonly name: string;
  readonly machine: Machine;
  /** The database, at this server alone. */
  readonly url: string;
  /** Starts Patroni, which starts PostgreSQL. */
  start(): void;
}

export interface PatroniCluster {
  readonly servers: readonly ClusterServer[];
  /** For `DATABASE_URL`: all servers, or HAProxy. */
  readonly urls: Readonly<Record<Route, string>>;
  leader(): Promise<ClusterServer>;
  /** Resolves when there is a leader other than this one. */
  untilLeaderIsNot(former: ClusterServer): Promise<ClusterServer>;
  /** Resolves when every server is a member again, and all of them follow the leader. */
  untilWhole(): Promise<void>;
  close(): Promise<void>;
}

/** How gateways reach the leader: all hosts in `DATABASE_URL`, or HAProxy. */
export type Route = 'hosts' | 'haproxy';

/** The cluster's settings that a drill changes. */
export interface ClusterConfig {
  readonly synchronous_mode?: boolean;
  readonly synchronous_mode_strict?: boolean;
  readonly maximum_lag_on_failover?: number;
}

export async function startPatroniCluster(config: ClusterConfig = {}): Promise<PatroniCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-patroni-'));
  chmodSync(folder, 0o755);
  const network = createNetwork(SERVERS);
  const children: ChildProcess[] = [];
  const started = (command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    children.push(spawnTethered(command, args, { ...process.env, ...env }));
  };
  const close = async () => {
    for (const { kill } of network.machines) {
      kill();
    }
    for (const child of children) {
      child.kill('SIGKILL');
    }
    await pause(POLL_MS);
    network.remove();
    keepLogs(folder);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const etcd = await etcdMembers();
    for (const { name, args } of etcd) {
      started('etcd', [...args, `--data-dir=${join(folder, name)}`]);
    }
    const hosts = etcd.map(({ client }) => client).join(',');
    const servers = network.machines.map((machine, index) => clusterServer(machine, index + 1, folder, hosts));
    for (const server of servers) {
      server.start();
    }
    const [haproxyPort = 0] = await freePorts(1);
    started('haproxy', ['-db', '-f', join(FILES, 'haproxy.cfg')], {
      TURNPIKE_DATABASE_BIND: `127.0.0.1:${haproxyPort}`,
      ...Object.fromEntries(servers.map(({ name, url }) => [`TURNPIKE_${name.toUpperCase()}`, new URL(url).host])),
    });
    const cluster = clusterOf(servers, haproxyPort, close);
    await cluster.untilWhole();
    if (Object.keys(config).length > 0) {
      await configure(await cluster.leader(), config);
      await cluster.untilWhole();
    }
    return cluster;
  } catch (error) {
    await close();
    throw error;
  }
}

/** Keeps the logs of the servers, for the reason of a failed drill. */
function keepLogs(folder: string): void {
  mkdirSync(LOGS, { recursive: true });
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.log'))) {
    copyFileSync(join(folder, name), join(LOGS, name));
  }
}

function clusterOf(servers: readonly ClusterServer[], haproxyPort: number, close: () => Promise<void>): PatroniCluster {
  const leaders = async () => {
    const isLeader = await Promise.all(servers.map(async (server) => (await patroni(server, 'leader'))?.ok === true));
    return servers.filter((_server, index) => isLeader[index]);
  };
  return {
    servers,
    urls: {
      hosts: urlAt(servers.map(({ url }) => new URL(url).host).join(',')),
      haproxy: urlAt(`127.0.0.1:${haproxyPort}`),
    },
    leader: () => until('There is no leader', async () => (await leaders())[0]),
    untilLeaderIsNot: (former) =>
      until(`No server has replaced ${former.name}`, async () => (await leaders()).find((one) => one !== former)),
    async untilWhole() {
      let reinitialiseAt = performance.now() + REINITIALISE_AFTER_MS;
      await until('The cluster is not whole', async () => {
        const [leader, ...others] = await leaders();
        if (leader !== undefined && others.length === 0 && (await isWhole(leader))) {
          return leader;
        }
        if (leader !== undefined && performance.now() > reinitialiseAt) {
          reinitialiseAt = performance.now() + REINITIALISE_AFTER_MS;
          await reinitialise(servers, leader);
        }
        return undefined;
      });
    },
    close,
  };
}

interface Member {
  readonly role: string;
  readonly state: string;
  readonly lag?: number | string;
  readonly timeline?: number;
}

async function isWhole(leader: ClusterServer): Promise<boolean> {
  const answer = await patroni(leader, 'cluster');
  const { members = [] } = ((await answer?.json()) ?? {}) as { readonly members?: readonly Member[] };
  const timeline = members.find(({ role }) => role === 'leader')?.timeline;
  const config = ((await (await patroni(leader, 'config'))?.json()) ?? {}) as ClusterConfig;
  return (
    members.length === SERVERS &&
    members.every((one) => one.timeline === timeline && /^(running|streaming)$/.test(one.state)) &&
    (!config.synchronous_mode || members.some(({ role }) => role === 'sync_standby')) &&
    (await streamingFrom(leader)).length === SERVERS - 1
  );
}

/**
 * Copies the standbys that do not stream again, as an operator does: one that was ahead of its new leader, and was not
 * rewound by Patroni, never follows it.
 */
async function reinitialise(servers: readonly ClusterServer[], leader: ClusterServer): Promise<void> {
  const streaming = await streamingFrom(leader);
  for (const server of servers.filter((one) => one !== leader && !streaming.includes(one.name))) {
    const answer = await patroni(server, 'reinitialize', { method: 'POST', body: JSON.stringify({ force: true }) });
    process.stdout.write(`${server.name} does not follow ${leader.name}, and is copied again: ${answer?.status}\n`);
  }
}

/** Patroni of Debian 12 reports a standby as running before it streams. @returns the names of those that do */
async function streamingFrom({ url }: ClusterServer): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `select application_name as name from pg_stat_replication where state = 'streaming'`,
    );
    return rows.map(({ name }) => name);
  } catch {
    return [];
  } finally {
    client.end().catch(() => undefined);
  }
}

async function configure(leader: ClusterServer, config: ClusterConfig): Promise<void> {
  const answer = await patroni(leader, 'config', { method: 'PATCH', body: JSON.stringify(config) });
  if (answer?.ok !== true) {
    throw new Error(`Patroni refused ${JSON.stringify(config)}.`);
  }
  // Each server reads it in its next loop.
  await until('Patroni keeps its former mode', async () => {
    const client = new pg.Client(leader.url);
    await client.connect();
    const { rows } = await client.query<{ names: string }>(
      `select current_setting('synchronous_standby_names') as names`,
    );
    await client.end();
    return (rows[0]?.names !== '') === (config.synchronous_mode ?? true) ? true : undefined;
  });
}

/** Patroni's own interface. @returns undefined if it does not answer */
async function patroni(
  { machine }: ClusterServer,
  path: string,
  init: RequestInit = {},
): Promise<Response | undefined> {
  const url = `http://${machine.clientAddress}:${PATRONI_PORT}/${path}`;
  return fetch(url, { ...init, signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
}

function clusterServer(machine: Machine, number: number, folder: string, etcdHosts: string): ClusterServer {
  const name = `db${number}`;
  const own = join(folder, name);
  mkdirSync(own);
  const [uid = 0, gid = 0] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, ACCOUNT], { encoding: 'utf8' })),
  );
  chownSync(own, uid, gid);
  const port = POSTGRES_PORT + number - 1;
  const log = openSync(join(folder, `${name}.log`), 'a');
  const account = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  const [command = '', ...args] = [...machine.enter, ...account, 'patroni', join(FILES, 'patroni.yml')];
  const env = {
    PATH: process.env.PATH ?? '',
    PATRONI_NAME: name,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${machine.clusterAddress}:${PATRONI_PORT}`,
    PATRONI_ETCD3_HOSTS: etcdHosts,
    PATRONI_POSTGRESQL_LISTEN: `0.0.0.0:${port}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${machine.clusterAddress}:${port}`,
    PATRONI_POSTGRESQL_DATA_DIR: join(own, 'data'),
    PATRONI_POSTGRESQL_BIN_DIR: process.env.POSTGRES_PROGRAMS ?? '',
    PATRONI_POSTGRESQL_PGPASS: join(own, 'pgpass'),
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: PASSWORD,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: PASSWORD,
    PATRONI_REWIND_USERNAME: 'rewinder',
    PATRONI_REWIND_PASSWORD: PASSWORD,
  };
  return {
    name,
    machine,
    url: urlAt(`${machine.clientAddress}:${port}`),
    start: () => void spawn(command, args, { env, stdio: ['ignore', log, log], cwd: own }),
  };
}

/** The members of etcd, which keep their files in memory or in the run's folder. */
async function etcdMembers() {
  const ports = await freePorts(2 * ETCD_MEMBERS);
  const members = Array.from({ length: ETCD_MEMBERS }, (_none, index) => ({
    name: `etcd${index + 1}`,
    client: `${CLUSTER_HOST}:${ports[2 * index]}`,
    peer: `http://${CLUSTER_HOST}:${ports[2 * index + 1]}`,
  }));
  const cluster = members.map(({ name, peer }) => `${name}=${peer}`).join(',');
  return members.map(({ name, client, peer }) => ({
    name,
    client,
    args: [
      ...[`--name=${name}`, `--initial-cluster=${cluster}`, '--initial-cluster-state=new', '--log-level=error'],
      ...[`--listen-client-urls=http://${client}`, `--advertise-client-urls=http://${client}`],
      ...[`--listen-peer-urls=${peer}`, `--initial-advertise-peer-urls=${peer}`],
      // For a machine with two cores that runs the whole cluster and the load.
      ...['--heartbeat-interval=200', '--election-timeout=2000'],
    ],
  }));
}

async function until<Value>(what: string, look: () => Promise<Value | undefined>): Promise<Value> {
  const giveUpAt = performance.now() + READY_MS_MAX;
  while (performance.now() < giveUpAt) {
    const found = await look();
    if (found !== undefined) {
      return found;
    }
    await pause(POLL_MS);
  }
  throw new Error(`${what} after ${READY_MS_MAX / 1_000} s.`);
}
