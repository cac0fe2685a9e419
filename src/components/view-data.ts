/**
 * Narrows the page's data to the kinds that a view supports. Any other kind means that the server chose the wrong view.
 */
import type { CheckoutPage } from '../checkout/checkout-page.ts';
import type { DocsPage } from '../docs/docs-page.ts';

/** @throws TypeError when the payer's page has another kind */
export function pageOf<Kind extends CheckoutPage['kind']>({ page }: App.Locals, ...kinds: readonly Kind[]) {
  return ofKind<CheckoutPage, Kind>(page, kinds);
}

/** @throws TypeError when the reference's page has another kind */
export function docsOf<Kind extends DocsPage['kind']>({ docs }: App.Locals, ...kinds: readonly Kind[]) {
  return ofKind<DocsPage, Kind>(docs, kinds);
}

function ofKind<Data extends { readonly kind: string }, Kind extends Data['kind']>(
  data: Data | undefined,
  kinds: readonly Kind[],
): Extract<Data, { kind: Kind }> {
  const isShown = (one: Data | undefined): one is Extract<Data, { kind: Kind }> =>
    kinds.some((kind) => kind === one?.kind);
  if (!isShown(data)) {
    throw new TypeError(`This view shows ${kinds.join(', ')} and was handed ${data?.kind ?? 'nothing'}.`);
  }
  return data;
}
