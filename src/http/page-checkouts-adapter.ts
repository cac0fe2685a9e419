/** Mounts where `checkout.js` of up to version 62 makes a checkout of what a shop's page says. */
import type { FastifyInstance } from 'fastify';
import type { PageCheckouts } from '../rest/index.ts';
import { PAGE_CHECKOUT } from '../routes.ts';
import { ANY_ORIGIN } from './cross-origin.ts';
import { REST_HEADERS } from './http-server.ts';

interface Named {
  readonly Params: { readonly merchant: string; readonly version: string };
}

/** Room for a page's whole basket. */
const BODY_BYTES_MAX = 64 * 1024;

export function mountPageCheckouts(app: FastifyInstance, checkouts: PageCheckouts): void {
  app.post<Named>(PAGE_CHECKOUT, { bodyLimit: BODY_BYTES_MAX }, async (request, reply) => {
    // The page's developer reads a refusal there too.
    reply.raw.setHeader(...ANY_ORIGIN);
    const made = await checkouts.make({
      ...request.params,
      origin: request.headers.origin,
      remoteAddress: request.clientAddress,
      body: request.body instanceof Uint8Array ? request.body : new Uint8Array(),
    });
    return reply
      .headers(REST_HEADERS)
      .header('Content-Type', 'application/json; charset=utf-8')
      .status(201)
      .send(JSON.stringify(made));
  });
}
