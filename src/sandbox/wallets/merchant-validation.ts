/** The sandbox's server for merchant validation: as Apple's, it identifies a merchant by its client certificate. */
import { randomBytes, X509Certificate } from 'node:crypto';
import { TLSSocket } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

/** Merchant sessions of Apple's expire after five minutes too. */
const SESSION_MS = 5 * 60_000;

const requestSchema = z.object({
  merchantIdentifier: z.string().min(1),
  displayName: z.string().min(1).max(64),
  initiative: z.literal('web'),
  initiativeContext: z.string().min(1),
});

/**
 * @param app over TLS, requests the caller's certificate; parses bodies to buffers
 * @param identity PEM of the merchant's certificate
 */
export function addMerchantValidation(app: FastifyInstance, identity: string): void {
  const { fingerprint256 } = new X509Certificate(identity);
  app.post('/paymentservices/startSession', ({ body, raw: { socket } }, reply) => {
    const caller = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
    const request = requestSchema.safeParse(jsonOf(body));
    if (caller?.fingerprint256 !== fingerprint256 || !request.success) {
      return reply.code(417).send({ statusCode: '417', statusMessage: 'The merchant is not known here.' });
    }
    const now = Date.now();
    const { merchantIdentifier, displayName, initiativeContext } = request.data;
    return {
      epochTimestamp: now,
      expiresAt: now + SESSION_MS,
      merchantSessionIdentifier: `SSH${randomBytes(16).toString('hex').toUpperCase()}`,
      nonce: randomBytes(4).toString('hex'),
      merchantIdentifier,
      domainName: initiativeContext,
      displayName,
    };
  });
}

function jsonOf(body: unknown): unknown {
  try {
    return JSON.parse(Buffer.isBuffer(body) ? body.toString('utf8') : '');
  } catch {
    return undefined;
  }
}
