/** The text of the payment on the payer's and the merchant's statements. */

/** The limit of unstructured remittance information. */
const CHARACTERS_MAX = 140;
/** Characters outside SEPA's set, which banks may refuse. */
const OTHERS = /[^A-Za-z0-9/?:().,'+ -]+/g;

/** The text begins with the merchant's order id, so that the payment can be found on statements. */
export function paymentText(
  orderId: string,
  { orderReference, description }: { readonly orderReference?: string; readonly description?: string },
): string {
  const parts = [orderId, orderReference === orderId ? '' : orderReference, description];
  return parts
    .map((part = '') => part.normalize('NFKD').replace(/\p{M}/gu, '').replace(OTHERS, ' '))
    .join(' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, CHARACTERS_MAX)
    .trim();
}
