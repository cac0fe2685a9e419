/** Who a browser says has sent a request: a page of ours, or another site's. */
import type { FastifyRequest } from 'fastify';
import { namedError } from '../contract/errors/catalogue.ts';

/** @throws InterfaceError 403 when the browser says that another site did */
export function refuseOtherSites({ headers }: FastifyRequest, publicOrigin: string): void {
  const { origin, 'sec-fetch-site': site } = headers;
  if ((origin !== undefined && origin !== publicOrigin) || (site !== undefined && site !== 'same-origin')) {
    throw namedError('FORM_OF_ANOTHER_SITE');
  }
}

/**
 * @returns whether the browser states that our own page did; some state nothing
 * @throws InterfaceError 403 when it says that another site did
 */
export function isSameOrigin(request: FastifyRequest, publicOrigin: string): boolean {
  refuseOtherSites(request, publicOrigin);
  const { origin, 'sec-fetch-site': site } = request.headers;
  return origin === publicOrigin || site === 'same-origin';
}
