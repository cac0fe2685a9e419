/** The file by which Apple verifies that this domain may use Apple Pay, from the operator. */
import type { FastifyInstance } from 'fastify';
import { REST_HEADERS } from '../listener/http-server.ts';
import { APPLE_PAY_DOMAIN } from '../routing/routes.ts';

/** Apple requests the file under either name. */
const PATHS = [APPLE_PAY_DOMAIN, `${APPLE_PAY_DOMAIN}.txt`];

/** @param file its content. Absent: the paths are not mounted */
export function mountApplePayDomain(app: FastifyInstance, file: Uint8Array | undefined): void {
  if (file === undefined) {
    return;
  }
  const body = Buffer.from(file);
  for (const path of PATHS) {
    app.get(path, (_request, reply) => reply.headers({ ...REST_HEADERS, 'Content-Type': 'text/plain' }).send(body));
  }
}
