/**
 * A small TCP load balancer, as operators use: it polls each process's readiness probe, and gives new connections to
 * ready processes in turn. It does not inspect traffic or retry: a refused connection reaches the client.
 */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

const PROBE_EVERY_MS = 500;
/** More probes than a mere process starter sends. */
const PROBES_BEFORE = 3;
/** This many consecutive answers other than 200 take a process out. */
const MISSES_MAX = 2;

export interface Balancer {
  close(): Promise<void>;
}

export async function startBalancer(port: number, targets: readonly number[]): Promise<Balancer> {
  const misses = new Map(targets.map((target) => [target, 0]));
  const sockets = new Set<Socket>();
  let turn = 0;

  const probe = async (target: number) => {
    const isReady = await fetch(`http://127.0.0.1:${target}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    misses.set(target, isReady ? 0 : (misses.get(target) ?? 0) + 1);
  };
  const probeAll = () => Promise.all(targets.map(probe));
  const probing = setInterval(() => void probeAll(), PROBE_EVERY_MS);

  const inTurn = (): number => {
    turn += 1;
    const ready = targets.filter((target) => (misses.get(target) ?? 0) < MISSES_MAX);
    return (ready[turn % ready.length] ?? targets[turn % targets.length]) as number;
  };

  const pair = (from: Socket, to: Socket): void => {
    sockets.add(from);
    from.on('error', () => to.resetAndDestroy());
    from.on('close', () => sockets.delete(from));
    from.pipe(to);
  };

  const server = createServer({ allowHalfOpen: true }, (client) => {
    const process = connect({ port: inTurn(), host: '127.0.0.1', allowHalfOpen: true });
    pair(client, process);
    pair(process, client);
  });
  // Waits for the first probes: new connections need a ready process, and a process without probes does not delay its
  // shutdown.
  for (let times = 0; times < PROBES_BEFORE; times += 1) {
    await probeAll();
  }
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    async close() {
      clearInterval(probing);
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) {
        socket.destroy();
      }
      await closed;
    },
  };
}
