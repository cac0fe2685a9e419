/** Gives a page the data that the server has loaded for its address. */
import type { ConsoleData } from '../views/console/index.ts';
import type { DocsData } from '../views/docs/index.ts';
import type { PageData } from '../views/index.ts';

interface PageContext {
  readonly locals: App.Locals;
}

/**
 * Astro decodes a path once more, and removes a final `.html`, so the id is compared with the router's: one id's data
 * must not be shown at another.
 *
 * @param page the name of the calling page
 * @param id the id in the address, as the calling page sees it
 * @throws Error when the data is of another page, or for another id
 */
export function payerPage<Name extends keyof PageData>(
  { locals: { order } }: PageContext,
  page: Name,
  id: string | undefined,
): PageData[Name] {
  if (!('page' in order) || order.page !== page || order.id !== id) {
    throw new Error('The page reads another id in its address than the router.');
  }
  return order.data as PageData[Name];
}

/**
 * @param page the name of the calling page
 * @throws Error when the data is of another page
 */
export function docsPage<Name extends keyof DocsData>({ locals: { order } }: PageContext, page: Name): DocsData[Name] {
  if (!('docs' in order) || order.docs !== page) {
    throw new Error('The page asked for the data of another page.');
  }
  return order.data as DocsData[Name];
}

/**
 * @param page the name of the calling page
 * @throws Error when the data is of another page
 */
export function consolePage<Name extends keyof ConsoleData>(
  { locals: { order } }: PageContext,
  page: Name,
): ConsoleData[Name] {
  if (!('console' in order) || order.console !== page) {
    throw new Error('The page asked for the data of another page.');
  }
  return order.data as ConsoleData[Name];
}
