/** Mounts the URL at which `checkout.js` up to version 62 creates a checkout from a shop's page. */
import type { FastifyInstance } from 'fastify';
import type { PageCheckouts } from '../../api/rest/index.ts';
import { REST_HEADERS } from '../listener/http-server.ts';
import { PAGE_CHECKOUT } from '../routing/routes.ts';
import { ANY_ORIGIN } from './cross-origin.ts';

interface MerchantRoute {
  readonly Params: { readonly merchant: string; readonly version: string };
}

/** The maximum size of a body, enough for a basket with many items. */
const BODY_BYTES_MAX = 64 * 1024;

export function mountPageCheckouts(app: FastifyInstance, checkouts: PageCheckouts): void {
  app.post<MerchantRoute>(PAGE_CHECKOUT, { bodyLimit: BODY_BYTES_MAX }, async (request, reply) => {
    // Set before anything can fail, so that the page can read a refusal too.
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
