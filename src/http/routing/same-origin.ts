/** Checks the headers in which a browser states the origin of a request. */
import type { FastifyRequest } from 'fastify';
import { namedError } from '../../contract/errors/catalogue.ts';

/** @throws InterfaceError 403 if the browser reports another site */
export function refuseOtherSites({ headers }: FastifyRequest, publicOrigin: string): void {
  const { origin, 'sec-fetch-site': site } = headers;
  if ((origin !== undefined && origin !== publicOrigin) || (site !== undefined && site !== 'same-origin')) {
    throw namedError('FORM_OF_ANOTHER_SITE');
  }
}

/**
 * @returns true if the browser reports a page of the gateway; false if it reports nothing, like some browsers
 * @throws InterfaceError 403 if the browser reports another site
 */
export function isSameOrigin(request: FastifyRequest, publicOrigin: string): boolean {
  refuseOtherSites(request, publicOrigin);
  const { origin, 'sec-fetch-site': site } = request.headers;
  return origin === publicOrigin || site === 'same-origin';
}
