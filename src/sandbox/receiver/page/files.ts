/** The headers of the receiver's page, and the verifiers' files. */
import type { FastifyInstance } from 'fastify';
import { VERIFIERS } from '../verifiers/verifiers.ts';

/** The page shows untrusted text: no script may run. */
export const RECEIVER_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

export function addReceiverPageFiles(app: FastifyInstance): void {
  for (const { file, source } of VERIFIERS) {
    app.get(`/notifications/verifiers/${file}`, (_request, reply) =>
      reply.type('text/plain; charset=utf-8').header('x-content-type-options', 'nosniff').send(source),
    );
  }
}
