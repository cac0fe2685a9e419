/** The parts that both bare servers share: the store at the place of the command line, and fastify with one route. */
import { join } from 'node:path';
import Fastify from 'fastify';
import { listening } from '../processes/server-side.ts';
import { EmbeddedStore } from './embedded-store.ts';
import type { PaymentStore } from './payment-store.ts';
import { PostgresStore } from './postgres-store.ts';

/** @param place a folder for SQLite, or the URL of an empty database */
export async function openStore(place: string): Promise<PaymentStore> {
  return place.startsWith('postgres:') ? PostgresStore.open(place) : new EmbeddedStore(join(place, 'bare.db'));
}

/** Serves the interface's address of a payment. @param authorize returns the answer's JSON */
export async function serve(authorize: (orderId: string, body: string) => Promise<string>): Promise<void> {
  const app = Fastify({ logger: false });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.put<{ Params: { order: string; transaction: string }; Body: string }>(
    '/api/rest/version/:version/merchant/:merchant/order/:order/transaction/:transaction',
    async ({ params, body }, reply) => {
      const answer = await authorize(params.order, body);
      return reply.status(201).type('application/json; charset=utf-8').send(answer);
    },
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  listening(typeof address === 'object' && address !== null ? address.port : 0);
}
