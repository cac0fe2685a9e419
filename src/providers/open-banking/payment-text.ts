/** What the payer and the merchant read of the payment on their statements. */

/** Of unstructured remittance information. */
const CHARACTERS_MAX = 140;
/** SEPA's own characters: banks may refuse others. */
const OTHERS = /[^A-Za-z0-9/?:().,'+ -]+/g;

/** The merchant's order first, by which it is found. */
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
