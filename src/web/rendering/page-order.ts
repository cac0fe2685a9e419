/** The data that one page is made from: plain values, so that it can be posted to another thread. */
import type { DocsLoaders } from '../../api/reference/docs-page.ts';
import type { PageLoader, PageLoaders, PayPage } from '../views/index.ts';

type OrderWithLoader<Name extends Exclude<keyof PageLoaders, 'docs'>> = {
  /** The page's path, with a query where the page reads one. */
  readonly address: string;
  readonly loader: Name;
  /** The part of the address that is passed to the loader. */
  readonly param: string;
  readonly data: ReturnType<PageLoaders[Name]>;
};

/** A payer's page. */
export type PayerPageOrder<Name extends Exclude<keyof PageLoaders, 'docs'> = Exclude<keyof PageLoaders, 'docs'>> =
  Name extends unknown ? OrderWithLoader<Name> : never;

/** A page of the reference. */
export type DocsPageOrder<Name extends keyof DocsLoaders = keyof DocsLoaders> = Name extends unknown
  ? { readonly address: string; readonly docs: Name; readonly data: ReturnType<DocsLoaders[Name]> }
  : never;

export type PageOrder = DocsPageOrder | PayerPageOrder;

/**
 * @param address of the request
 * @param loader of its page
 * @param param the id in the address
 * @returns the page's order. A plain form, as a first visit shows it, has its own address among the built pages, with a
 *   style of three quarters of the others' size
 */
export function payerPageOrder<Name extends keyof PageLoaders>(
  address: string,
  loader: Name,
  param: string,
  data: ReturnType<Exclude<PageLoaders[Name], DocsLoaders>>,
): PayerPageOrder {
  return isPlainForm(data)
    ? { address: `/checkout/form/${encodeURIComponent(param)}`, loader: 'form', param, data }
    : ({ address, loader, param, data } as PayerPageOrder);
}

/** Whether the page has a form without payer details. */
function isPlainForm(page: { readonly kind: string }): page is PayPage {
  return page.kind === 'pay' && Object.values((page as PayPage).details).every((groups) => groups.length === 0);
}

/** Only the loader of the page's own address. */
export function loadersOf(order: PageOrder): Partial<PageLoaders> {
  return 'docs' in order
    ? { docs: { [order.docs]: () => order.data } as unknown as DocsLoaders }
    : { [order.loader]: loaderForId(order.param, order.data) };
}

/**
 * Astro decodes a path once more, and removes a final `.html`, so the parameter is compared with the router's: one id's
 * data must not be shown at another.
 */
function loaderForId<Page>(id: string, page: Page): PageLoader<Page> {
  return (param) => {
    if (param !== id) {
      throw new Error('The page reads another id in its address than the router.');
    }
    return page;
  };
}
