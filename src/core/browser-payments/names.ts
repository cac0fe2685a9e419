/** The identifiers of a browser payment: at the provider, and in the payer's addresses. */

import { base62 } from '../../platform/base62.ts';
import { storeCode } from '../../platform/store-ids.ts';
import { needsAccount } from '../merchant/provider-accounts.ts';
import type { BrowserPayment } from '../ports/index.ts';

/**
 * The length of a reference. It has 95 random bits, so that two references do not collide. A reference does not
 * authenticate its sender.
 */
const REFERENCE_CHARACTERS = 16;
/**
 * The length of a handle. Anyone with the handle can see the payer's status page, so it has 142 random bits and cannot
 * be guessed.
 */
const HANDLE_CHARACTERS = 24;
/** With the code of the payment's store, if that is not 0. */
export const HANDLE = /^(?:[0-9A-Za-z]{2})?[0-9A-Za-z]{24}$/;

/** @param random returns a cryptographically secure random integer from 0 to `below - 1` */
export function newPaymentReference(random: (below: number) => number): string {
  return base62(REFERENCE_CHARACTERS, random);
}

/** @returns 24 characters in store 0; in others 26, which begin with the store's code */
export function newHandle(storeNumber: number, random: (below: number) => number): string {
  return storeCode(storeNumber) + base62(HANDLE_CHARACTERS, random);
}

/** The reference of a capture, refund or void: the payment's reference and the transaction's row key. */
export function movementReference({ reference }: Pick<BrowserPayment, 'reference'>, transactionKey: number): string {
  return `${reference}-${transactionKey.toString(36)}`;
}

/**
 * The reference of the refund of a late capture. This refund has no transaction row whose key could make the reference
 * unique, but a payment has at most one late refund.
 */
export function lateRefundReference({ reference }: Pick<BrowserPayment, 'reference'>): string {
  return `${reference}-late`;
}

/**
 * The address for callbacks of a provider. It names the merchant if merchants have accounts of their own there, or if
 * the store is not the only one, because the merchant's store is to be found.
 */
export function callbackUrl(
  publicOrigin: string,
  provider: string,
  { merchantId, storeNumber }: { readonly merchantId: string; readonly storeNumber: number },
): string {
  const namesMerchant = needsAccount(provider) || storeNumber !== 0;
  return `${publicOrigin}/callback/${provider}${namesMerchant ? `/${merchantId}` : ''}`;
}
