/**
 * The name of a payment at PayPal. Its `custom_id` contains the merchant's id and the gateway's reference, because
 * several merchants and other systems may share one PayPal account.
 */

/**
 * The merchant's id, a dot and the reference. PayPal's refunds accept only these characters, and a merchant's id has no
 * dot.
 */
const CUSTOM_ID = /^([\w-]{1,40})\.([A-Za-z0-9-]{1,32})$/;

export function customId(merchantId: string, reference: string): string {
  return `${merchantId}.${reference}`;
}

/** @returns the payment's reference; undefined for another text, or the id of another merchant */
export function referenceIn(text: string | undefined, merchantId: string): string | undefined {
  const [, merchant, reference] = CUSTOM_ID.exec(text ?? '') ?? [];
  return merchant === merchantId ? reference : undefined;
}
