import type { CheckoutPage, PageData, PayerPageOrder, PayPage } from '../views/index.ts';

/**
 * @param address the request's address
 * @param page the page's name
 * @param id the id in the address
 * @returns the order for the page. The form of a first visit without payer details is a built page of its own, whose
 *   style has three quarters of the size; so are pages in frames, whose style no other page needs
 */
export function payerPageOrder<Name extends keyof PageData>(
  address: string,
  page: Name,
  id: string,
  data: PageData[Name],
): PayerPageOrder {
  if (isInFrame(data)) {
    return { address: `/checkout/framed/${encodeURIComponent(id)}`, page: 'framed', id, data };
  }
  return isPlainForm(data)
    ? { address: `/checkout/form/${encodeURIComponent(id)}`, page: 'form', id, data }
    : ({ address, page, id, data } as PayerPageOrder);
}

function isInFrame(page: object): page is PageData['framed'] {
  const { embedded, isFramed } = page as Partial<CheckoutPage>;
  return embedded !== undefined || isFramed === true;
}

/** Whether the page has a form without payer details. */
function isPlainForm(page: { readonly kind: string }): page is PayPage {
  return page.kind === 'pay' && Object.values((page as PayPage).details).every((groups) => groups.length === 0);
}
