/** The close of a server: no connection is reset, and clients reconnect to another process. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as limits from './http-limits.ts';

/**
 * Closes connections that become idle while the server closes: a client that keeps one open would delay it.
 *
 * @returns starts it. Before the listener is closed, it would reset connections whose request was not read yet.
 */
function sweepIdleConnections(app: FastifyInstance): () => void {
  let sweeper: NodeJS.Timeout | undefined;
  app.addHook('onClose', (_app, done) => {
    clearInterval(sweeper);
    done();
  });
  return () => {
    sweeper = setInterval(() => app.server.closeIdleConnections(), limits.IDLE_SWEEP_MS);
  };
}

/**
 * The system resets connections that it holds for a listener when that closes. A turn of the event loop accepts one of
 * them at most, so the listener closes right after a short turn that accepted none. The hook must be the last of its
 * kind: the server closes as soon as it is done.
 */
export function stopListeningAtQuietTurn(app: FastifyInstance): void {
  const startSweep = sweepIdleConnections(app);
  app.addHook('preClose', (done) => {
    const latest = performance.now() + limits.LAST_CONNECTIONS_MS_MAX;
    let waitUntil = performance.now() + limits.QUIET_TURN_WAIT_MS_MAX;
    let accepted = 0;
    const note = () => {
      accepted += 1;
      waitUntil = Math.min(performance.now() + limits.QUIET_TURN_WAIT_MS_MAX, latest);
    };
    app.server.on('connection', note).on('drop', note);
    const turn = (began: number, acceptedBefore: number) =>
      setImmediate(() => {
        const now = performance.now();
        const isQuiet = accepted === acceptedBefore && now - began <= limits.QUIET_TURN_MS;
        if (isQuiet || now >= waitUntil) {
          app.server.off('connection', note).off('drop', note);
          startSweep();
          done();
        } else {
          turn(now, accepted);
        }
      });
    // The rest of the turn under way may accept nothing any more.
    setImmediate(() => turn(performance.now(), accepted));
  });
}

const closingServers = new WeakSet<object>();

/** Makes each answer ask the client to close the connection, so that the client closes it between requests. */
export function closeKeepAlive(app: FastifyInstance): void {
  closingServers.add(app.server);
}

/** True if the server is closing. Answers then ask clients to close the connection. */
export function isClosing({ server: { server } }: FastifyRequest): boolean {
  return closingServers.has(server) || !server.listening;
}
