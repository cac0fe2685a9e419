/**
 * `/.well-known/security.txt` (RFC 9116): the contact for vulnerability reports, if the operator has configured one.
 */
import type { FastifyInstance } from 'fastify';
import { DAY_MS } from '../../contract/durations.ts';
import { REST_HEADERS } from '../listener/http-server.ts';
import { SECURITY_TXT } from '../routing/routes.ts';

/** The validity of the file. RFC 9116 recommends less than a year. */
const VALID_MS = 180 * DAY_MS;

/**
 * @param contact the URI of the contact. Absent: the path is not mounted
 * @param now milliseconds since 1970
 */
export function mountSecurityContact(
  app: FastifyInstance,
  contact: string | undefined,
  publicOrigin: string,
  now: () => number,
): void {
  if (contact === undefined) {
    return;
  }
  app.get(SECURITY_TXT, (_request, reply) => {
    // Rounded to whole days, so that all copies fetched on one day are equal.
    const expires = new Date(Math.floor((now() + VALID_MS) / DAY_MS) * DAY_MS).toISOString();
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires}`,
      `Canonical: ${publicOrigin}${SECURITY_TXT}`,
      'Preferred-Languages: en',
    ];
    return reply
      .headers({ ...REST_HEADERS, 'Content-Type': 'text/plain; charset=utf-8' })
      .send(`${lines.join('\r\n')}\r\n`);
  });
}
