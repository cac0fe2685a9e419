/** Lets other servers of the process answer requests that a listening server receives. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

export type HandleRequest = (request: IncomingMessage, response: ServerResponse) => void;

/** @param own answers the request by the routes of the listening server */
export type DivertRequest = (request: IncomingMessage, response: ServerResponse, own: HandleRequest) => void;

/** Call this before the server listens. Its limits of connections and slow clients apply to diverted requests too. */
export function divertRequests({ server, routing: own }: FastifyInstance, divert: DivertRequest): void {
  server.removeListener('request', own);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => divert(request, response, own));
}
