/** `/.well-known/jwks.json`: the public keys with which shops verify return receipts. */
import type { FastifyInstance } from 'fastify';
import { REST_HEADERS } from '../listener/http-server.ts';
import { RECEIPT_KEYS } from '../routing/routes.ts';

/** A shop that meets an unknown key id fetches the set again; between them may be caches. */
const CACHE_CONTROL = 'public, max-age=300';

/** @param keys the keys of the set, read anew for each request since they change while the gateway runs */
export function mountReceiptKeys(app: FastifyInstance, keys: () => readonly object[]): void {
  app.get(RECEIPT_KEYS, (_request, reply) =>
    reply
      .headers({
        ...REST_HEADERS,
        'Cache-Control': CACHE_CONTROL,
        'Content-Type': 'application/jwk-set+json; charset=utf-8',
      })
      .send(JSON.stringify({ keys: keys() })),
  );
}
