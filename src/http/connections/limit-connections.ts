/** Limits the connections of a listening server. */
import { Server as HttpsServer } from 'node:https';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { RepeatedRefusals } from '../logging/repeats.ts';
import type { ConnectionTable } from './connection-table.ts';
import { CONNECTIONS_IN_PASSING, CONNECTIONS_MAX } from './http-limits.ts';
import { dropFailedHandshakes } from './tls-server.ts';

export function limitConnections(
  { server }: FastifyInstance,
  connections: ConnectionTable,
  { log, repeats }: { readonly log: Logger; readonly repeats: RepeatedRefusals },
): void {
  answerHalfClosed(server);
  server.maxConnections = CONNECTIONS_MAX + CONNECTIONS_IN_PASSING;
  connections.watch(server);
  if (server instanceof HttpsServer) {
    dropFailedHandshakes(server, log, repeats);
  }
}

/**
 * A client may close its sending side after the request and wait for the answer (RFC 9112, 9.6). Node then closes the
 * connection after the last answer. The connection to a client that has gone is reset when the answer arrives there.
 */
function answerHalfClosed(server: FastifyInstance['server']): void {
  // Both of Node's server classes have this property, which is missing from their types.
  Object.assign(server, { httpAllowHalfOpen: true });
}
