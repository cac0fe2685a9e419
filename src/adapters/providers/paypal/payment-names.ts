/**
 * A payment's name at PayPal. Its `custom_id` contains our reference, which identifies it in webhooks: a PayPal account
 * may be shared by several merchants, and by other systems.
 */

/** A merchant's id has no dot. PayPal's refunds accept only these characters. */
const CUSTOM_ID = /^([\w-]{1,40})\.([A-Za-z0-9-]{1,32})$/;

export function customId(merchantId: string, reference: string): string {
  return `${merchantId}.${reference}`;
}

/** @returns the payment's reference; undefined for any other text or merchant */
export function referenceIn(text: string | undefined, merchantId: string): string | undefined {
  const [, merchant, reference] = CUSTOM_ID.exec(text ?? '') ?? [];
  return merchant === merchantId ? reference : undefined;
}
