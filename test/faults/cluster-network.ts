/**
 * A network of machines for a drill, each in a Linux network namespace, with two links: one to the other machines of
 * the cluster, and one to its clients. A machine whose link to the cluster is cut keeps its open connections to
 * clients. It needs root and the program `ip`.
 */
import { execFileSync, spawn } from 'node:child_process';

/** The addresses of the machine that runs the drill. */
export const CLUSTER_HOST = '10.219.1.1';
const CLIENTS_HOST = '10.219.2.1';
const PREFIX = 'tpdrill';
const BRIDGES = { cluster: [`${PREFIX}c`, CLUSTER_HOST], clients: [`${PREFIX}g`, CLIENTS_HOST] } as const;

type Link = keyof typeof BRIDGES;

export interface Machine {
  readonly name: string;
  /** Reached by the other machines. */
  readonly clusterAddress: string;
  /** Reached by clients. */
  readonly clientAddress: string;
  /** The start of a command that runs in the machine. */
  readonly enter: readonly string[];
  /** Unplugs its link to the cluster: no packet arrives, and no connection ends. */
  cut(): void;
  /** Plugs the link in again. */
  mend(): void;
  /** Kills its processes at once. */
  kill(): void;
}

export interface Network {
  readonly machines: readonly Machine[];
  remove(): void;
}

export function createNetwork(count: number): Network {
  removeNetwork(count);
  for (const [bridge, address] of Object.values(BRIDGES)) {
    ip('link', 'add', bridge, 'type', 'bridge');
    ip('address', 'add', `${address}/24`, 'dev', bridge);
    ip('link', 'set', bridge, 'up');
  }
  const machines = Array.from({ length: count }, (_none, index) => createMachine(index + 1));
  const untie = endWithThisProcess(machines.map(({ name }) => name));
  return {
    machines,
    remove() {
      untie();
      removeNetwork(count);
    },
  };
}

/** Servers of a database are no children of this process, so that its group and its signals do not reach them. */
const REAPER = `cat > /dev/null
for name in "$@"; do ip netns pids "$name" | xargs -r kill -KILL; ip netns delete "$name"; done`;

/**
 * Ends the machines with this process, however it ends: a process in a group of its own waits for the end of a pipe.
 *
 * @param names of network namespaces
 * @returns ends that process, and leaves the machines
 */
export function endWithThisProcess(names: readonly string[]): () => void {
  const reaper = spawn('/bin/sh', ['-c', REAPER, 'reaper', ...names], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  reaper.unref();
  return () => process.kill(-(reaper.pid as number), 'SIGKILL');
}

function createMachine(number: number): Machine {
  const name = `${PREFIX}${number}`;
  const addressAt = (link: Link) => BRIDGES[link][1].replace(/\d+$/, `${10 + number}`);
  const outer = (link: Link) => `${BRIDGES[link][0]}${number}`;
  ip('netns', 'add', name);
  ip('-n', name, 'link', 'set', 'lo', 'up');
  for (const link of ['cluster', 'clients'] as const) {
    ip('link', 'add', outer(link), 'type', 'veth', 'peer', 'name', link, 'netns', name);
    ip('link', 'set', outer(link), 'master', BRIDGES[link][0], 'up');
    ip('-n', name, 'address', 'add', `${addressAt(link)}/24`, 'dev', link);
    ip('-n', name, 'link', 'set', link, 'up');
  }
  return {
    name,
    clusterAddress: addressAt('cluster'),
    clientAddress: addressAt('clients'),
    enter: ['ip', 'netns', 'exec', name],
    cut: () => ip('link', 'set', outer('cluster'), 'nomaster'),
    mend: () => ip('link', 'set', outer('cluster'), 'master', BRIDGES.cluster[0]),
    kill: () => killIn(name),
  };
}

/** Also removes what a killed drill has left. */
function removeNetwork(count: number): void {
  for (let number = 1; number <= count; number += 1) {
    const name = `${PREFIX}${number}`;
    if (namespaces().includes(name)) {
      killIn(name);
      ip('netns', 'delete', name);
    }
  }
  for (const [bridge] of Object.values(BRIDGES)) {
    for (const link of [bridge, ...Array.from({ length: count }, (_none, index) => `${bridge}${index + 1}`)]) {
      try {
        ip('link', 'delete', link);
      } catch {
        // It does not exist, or went with its namespace.
      }
    }
  }
}

function killIn(name: string): void {
  for (const pid of ip('netns', 'pids', name).split('\n').filter(Boolean).map(Number)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended since it was listed.
    }
  }
}

const namespaces = () =>
  ip('netns', 'list')
    .split('\n')
    .map((line) => line.split(' ')[0]);

function ip(...args: readonly string[]): string {
  return execFileSync('ip', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
