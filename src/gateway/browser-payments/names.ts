/** The names of a browser payment: at the provider, and in the addresses of its payer. */

import { base62 } from '../base62.ts';
import { needsAccount } from '../merchant/provider-accounts.ts';
import type { BrowserPayment } from '../ports/index.ts';

/** 95 bits: no collision by chance. It authenticates nothing by itself. */
const REFERENCE_CHARACTERS = 16;
/** 142 bits: whoever has it may see the status page, so it must not be guessable. */
const HANDLE_CHARACTERS = 24;
export const HANDLE = /^[0-9A-Za-z]{24}$/;

/** @param random a whole number from 0 to below its argument, from a cryptographic source */
export function newReference(random: (below: number) => number): string {
  return base62(REFERENCE_CHARACTERS, random);
}

export function newHandle(random: (below: number) => number): string {
  return base62(HANDLE_CHARACTERS, random);
}

/** A capture, refund or void at the provider: the payment's name and the transaction's row. */
export function movementReference({ reference }: Pick<BrowserPayment, 'reference'>, transactionKey: number): string {
  return `${reference}-${transactionKey.toString(36)}`;
}

/**
 * The refund of a late capture has no transaction of its own; and a payment that ended without money has no
 * subsequent transaction.
 */
export function lateRefundReference({ reference }: Pick<BrowserPayment, 'reference'>): string {
  return `${reference}-late`;
}

/** Where a provider's server sends callbacks: those of a merchant's own account come to the merchant's address. */
export function callbackUrl(publicOrigin: string, provider: string, merchantId: string): string {
  return `${publicOrigin}/callback/${provider}${needsAccount(provider) ? `/${merchantId}` : ''}`;
}
