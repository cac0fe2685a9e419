import type { PageData, PayerPageOrder, PayPage } from '../views/index.ts';

/**
 * @param address the request's address
 * @param page the page's name
 * @param id the id in the address
 * @returns the page's order. A plain form, as a first visit shows it, has its own address among the built pages, with a
 *   style of three quarters of the others' size
 */
export function payerPageOrder<Name extends keyof PageData>(
  address: string,
  page: Name,
  id: string,
  data: PageData[Name],
): PayerPageOrder {
  return isPlainForm(data)
    ? { address: `/checkout/form/${encodeURIComponent(id)}`, page: 'form', id, data }
    : ({ address, page, id, data } as PayerPageOrder);
}

/** Whether the page has a form without payer details. */
function isPlainForm(page: { readonly kind: string }): page is PayPage {
  return page.kind === 'pay' && Object.values((page as PayPage).details).every((groups) => groups.length === 0);
}
