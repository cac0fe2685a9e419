/**
 * CORS for scripts of merchants' pages, from any origin: only for calls for which a session's id is sufficient, and
 * only if they are authenticated by it. A merchant's password in a page is a leak, so it is refused.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isSessionCredentials } from '../../api/rest/index.ts';
import { namedError } from '../../contract/errors/catalogue.ts';
import { REST_HEADERS } from '../listener/http-server.ts';

/** How long browsers may cache a preflight: two hours, the maximum of browsers. */
const PREFLIGHT_SECONDS = 7_200;

export const ANY_ORIGIN = ['Access-Control-Allow-Origin', '*'] as const;

/** @param method the method that scripts may use for the URL */
export function answerPreflight(app: FastifyInstance, url: string, method: string, allow: string): void {
  app.options(url, (request: FastifyRequest, reply: FastifyReply) => {
    if (request.headers.origin === undefined || request.headers['access-control-request-method'] !== method) {
      throw namedError('METHOD_NOT_ALLOWED', { methods: allow });
    }
    return reply
      .headers(REST_HEADERS)
      .header(...ANY_ORIGIN)
      .header('Access-Control-Allow-Headers', 'Authorization, Content-Type')
      .header('Access-Control-Allow-Methods', method)
      .header('Access-Control-Max-Age', PREFLIGHT_SECONDS)
      .status(204)
      .send();
  });
}

/**
 * Runs before the call is read. Refusals have CORS headers, so that scripts can read them, and a merchant's password is
 * refused from a page of another site. Calls of servers, which send no origin, are unaffected.
 */
export function checkOrigin({ headers }: FastifyRequest, reply: FastifyReply, done: (refusal?: Error) => void): void {
  const { authorization, origin, 'sec-fetch-site': site } = headers;
  if (origin === undefined || authorization === undefined) {
    done();
  } else if (isSessionCredentials(authorization)) {
    reply.raw.setHeader(...ANY_ORIGIN);
    done();
  } else {
    done(site === 'cross-site' || site === 'same-site' ? namedError('PASSWORD_IN_A_PAGE') : undefined);
  }
}
