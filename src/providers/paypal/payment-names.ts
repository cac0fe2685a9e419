/**
 * What a payment is called at PayPal. Its `custom_id` has our reference, by which webhooks are told apart; one account
 * of PayPal's may serve several merchants, and other systems beside this one.
 */

/** A merchant's id has no dot. PayPal's refunds take these characters and no others. */
const CUSTOM_ID = /^([\w-]{1,40})\.([A-Za-z0-9-]{1,32})$/;

export function customId(merchantId: string, reference: string): string {
  return `${merchantId}.${reference}`;
}

/** @returns the payment's reference; undefined for what is no payment of this merchant's */
export function referenceIn(text: string | undefined, merchantId: string): string | undefined {
  const [, merchant, reference] = CUSTOM_ID.exec(text ?? '') ?? [];
  return merchant === merchantId ? reference : undefined;
}
