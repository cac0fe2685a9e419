/** What one page is made from: values alone, so that another thread can be handed it. */
import type { DocsLoaders } from '../docs/docs-page.ts';
import type { PageLoader, PageLoaders } from '../views/index.ts';

type Named<Name extends Exclude<keyof PageLoaders, 'docs'>> = {
  /** The page's path, with a query where the page reads one. */
  readonly address: string;
  readonly loader: Name;
  /** The part of the address that the loader is asked with. */
  readonly param: string;
  readonly data: ReturnType<PageLoaders[Name]>;
};

/** A page of the payer's. */
export type PayerPageOrder<Name extends Exclude<keyof PageLoaders, 'docs'> = Exclude<keyof PageLoaders, 'docs'>> =
  Name extends unknown ? Named<Name> : never;

/** A page of the reference. */
export type DocsPageOrder<Name extends keyof DocsLoaders = keyof DocsLoaders> = Name extends unknown
  ? { readonly address: string; readonly docs: Name; readonly data: ReturnType<DocsLoaders[Name]> }
  : never;

export type PageOrder = DocsPageOrder | PayerPageOrder;

/** The page's own loader. Those of other addresses are not among them. */
export function loadersOf(order: PageOrder): Partial<PageLoaders> {
  return 'docs' in order
    ? { docs: { [order.docs]: () => order.data } as unknown as DocsLoaders }
    : { [order.loader]: only(order.param, order.data) };
}

/** Astro decodes a path once more, and takes `.html` off its end: what is of one id must not be shown at another. */
function only<Page>(id: string, page: Page): PageLoader<Page> {
  return (param) => {
    if (param !== id) {
      throw new Error('The page reads another id in its address than the router.');
    }
    return page;
  };
}
