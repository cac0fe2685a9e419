/**
 * The yardstick for the gateway: a server that does the minimum work of a durable authorization on this stack. It
 * parses, validates every field, encrypts the card number, commits the request, commits its result, and answers,
 * without merchants, acquirer, rules or log. It is written to be fast, so that the gateway's additional time is the
 * cost of its guarantees.
 */
import { createCipheriv, createSecretKey, randomBytes, randomFillSync } from 'node:crypto';
import { join } from 'node:path';
import Fastify from 'fastify';
import { listening } from '../processes/server-side.ts';
import { PostgresStore } from './postgres-store.ts';
import { authorization } from './schema.ts';
import { EmbeddedStore } from './store.ts';

const NONCE_BYTES = 12;
/** The number of nonces to read from the system's random source at once. */
const NONCES_AT_ONCE = 512;

/** A folder for SQLite, or the URL of an empty database. */
const [, , place = ''] = process.argv;
const store = place.startsWith('postgres:')
  ? await PostgresStore.open(place)
  : new EmbeddedStore(join(place, 'bare-loop.db'));
const sealKey = createSecretKey(randomBytes(32));
const nonces = Buffer.alloc(NONCE_BYTES * NONCES_AT_ONCE);
let nonceAt = nonces.length;

function seal(number: string): Buffer {
  if (nonceAt === nonces.length) {
    randomFillSync(nonces);
    nonceAt = 0;
  }
  const nonce = nonces.subarray(nonceAt, nonceAt + NONCE_BYTES);
  nonceAt += NONCE_BYTES;
  const cipher = createCipheriv('aes-256-gcm', sealKey, nonce);
  const sealed = cipher.update(number, 'latin1');
  cipher.final();
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]);
}

const app = Fastify({ logger: false });
app.removeAllContentTypeParsers();
app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

app.put<{ Params: { order: string; transaction: string }; Body: string }>(
  '/api/rest/version/:version/merchant/:merchant/order/:order/transaction/:transaction',
  async (request, reply) => {
    const { order, sourceOfFunds } = authorization.parse(JSON.parse(request.body));
    const payment = {
      orderId: request.params.order,
      amount: order.amount,
      sealedCard: seal(sourceOfFunds.provided.card.number),
      notificationUrl: order.notificationUrl ?? '',
    };
    const key = await store.begin(payment);
    await store.finish(key, payment);
    return reply
      .status(201)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ result: 'SUCCESS', order: { id: payment.orderId, amount: order.amount } }));
  },
);

await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
listening(typeof address === 'object' && address !== null ? address.port : 0);
