/** Closes a server so that no connection is reset and clients reconnect to another process. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as limits from './http-limits.ts';

/**
 * Closes connections that become idle while the server is closing, because a client that keeps a connection open would
 * delay the close.
 *
 * @returns a function that starts this. Call it once the listener is closed: before, it would reset connections whose
 *   request was not read yet.
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
 * When a listener closes, the system resets the connections that it has not accepted yet. A turn of the event loop
 * accepts at most one of them, so the listener is closed right after a short turn that accepted none. The hook must be
 * the last `preClose` hook, because the server closes as soon as it is done.
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
    // Start with a new turn, because the rest of the current turn may not accept connections.
    setImmediate(() => turn(performance.now(), accepted));
  });
}

const closingServers = new WeakSet<object>();
/** The listening server by a server that does not listen itself, and whose requests it receives. */
const listenerOf = new WeakMap<object, { readonly listening: boolean }>();

/** Answers of a server that does not listen depend on whether the server that receives its requests is closing. */
export function followListener(app: FastifyInstance, listener: FastifyInstance['server']): void {
  listenerOf.set(app.server, listener);
}

/** From now on, all answers ask the client to close the connection, so that clients close it between requests. */
export function closeKeepAlive(app: FastifyInstance): void {
  closingServers.add(app.server);
}

/** True if the server is closing. Answers then ask clients to close the connection. */
export function isClosing({ server: { server } }: FastifyRequest): boolean {
  const listener = listenerOf.get(server) ?? server;
  return closingServers.has(listener) || !listener.listening;
}
