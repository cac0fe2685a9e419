/**
 * The minimum work of a durable authorization of the interface on this stack: `JSON.parse`, one compiled check of the
 * fields, one HMAC that identifies the request, one AES-256-GCM of the card number, a commit of the request, one ISO
 * 8583 round trip to the acquirer, a commit of its result, and one answer. It has no merchants, no credentials, no
 * rules, no reversals, no log. A process that ends in between leaves money that nobody looks for, so it is a yardstick
 * and no gateway.
 */
import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { Ajv } from 'ajv';
import { z } from 'zod';
import { BareLink } from './bare-link.ts';
import { openStore, serve } from './bare-server.ts';
import { seal } from './card-seal.ts';
import { authorization } from './schema.ts';

const APPROVED = '00';
/** All amounts of the measure are in GBP. */
const MINOR_DIGITS = 2;

const [, , place = '', acquirerPort = ''] = process.argv;
const fingerprintKey = createSecretKey(randomBytes(32));
const { $schema: _draft, ...schema } = z.toJSONSchema(authorization);
const isAuthorization = new Ajv({ strict: false }).compile<z.infer<typeof authorization>>(schema);
const store = await openStore(place);
const link = await BareLink.open(Number(acquirerPort));

await serve(async (orderId, body) => {
  const request: unknown = JSON.parse(body);
  if (!isAuthorization(request)) {
    throw new Error(`${isAuthorization.errors?.[0]?.instancePath} is not valid.`);
  }
  const { order, sourceOfFunds } = request;
  const { card } = sourceOfFunds.provided;
  const payment = {
    orderId,
    amount: order.amount,
    sealedCard: seal(card.number),
    fingerprint: createHmac('sha256', fingerprintKey).update(body).digest(),
    notificationUrl: order.notificationUrl ?? '',
  };
  const key = await store.begin(payment);
  const { responseCode, authorizationCode } = await link.authorize({
    orderId,
    number: card.number,
    expiry: card.expiry.year + card.expiry.month.padStart(2, '0'),
    amount: minorUnits(order.amount),
  });
  const code = responseCode === APPROVED ? 'APPROVED' : 'DECLINED';
  await store.finish(key, payment, code);
  return JSON.stringify({
    result: code === 'APPROVED' ? 'SUCCESS' : 'FAILURE',
    order: { id: orderId, amount: order.amount, currency: order.currency },
    response: { gatewayCode: code },
    transaction: { id: '1', type: 'AUTHORIZATION', authorizationCode },
  });
});

/** Returns `147.50` as the digits `14750`. */
function minorUnits(amount: string): string {
  const [major = '0', minor = ''] = amount.split('.');
  return major + minor.padEnd(MINOR_DIGITS, '0');
}
