/**
 * The minimum work of a durable write on this stack: parses, validates every field, encrypts the card number, commits
 * the request, commits its result, and answers, without merchants, acquirer, rules or log. It is written to be fast, so
 * that the gateway's additional time is the cost of its guarantees.
 */
import { openStore, serve } from './bare-server.ts';
import { seal } from './card-seal.ts';
import { authorization } from './schema.ts';

const NO_FINGERPRINT = Buffer.alloc(0);

const [, , place = ''] = process.argv;
const store = await openStore(place);

await serve(async (orderId, body) => {
  const { order, sourceOfFunds } = authorization.parse(JSON.parse(body));
  const payment = {
    orderId,
    amount: order.amount,
    sealedCard: seal(sourceOfFunds.provided.card.number),
    fingerprint: NO_FINGERPRINT,
    notificationUrl: order.notificationUrl ?? '',
  };
  const key = await store.begin(payment);
  await store.finish(key, payment, 'APPROVED');
  return JSON.stringify({ result: 'SUCCESS', order: { id: orderId, amount: order.amount } });
});
