/** The identifiers of a browser payment: at the provider, and in the payer's addresses. */

import { base62 } from '../base62.ts';
import { needsAccount } from '../merchant/provider-accounts.ts';
import type { BrowserPayment } from '../ports/index.ts';

/** 95 bits: no collision by chance. It does not authenticate by itself. */
const REFERENCE_CHARACTERS = 16;
/** 142 bits. Anyone who has it may see the status page, so it must not be guessable. */
const HANDLE_CHARACTERS = 24;
export const HANDLE = /^[0-9A-Za-z]{24}$/;

/** @param random a whole number from 0 to below its argument, from a cryptographic source */
export function newPaymentReference(random: (below: number) => number): string {
  return base62(REFERENCE_CHARACTERS, random);
}

export function newHandle(random: (below: number) => number): string {
  return base62(HANDLE_CHARACTERS, random);
}

/** The reference of a capture, refund or void: the payment's reference and the transaction's row key. */
export function movementReference({ reference }: Pick<BrowserPayment, 'reference'>, transactionKey: number): string {
  return `${reference}-${transactionKey.toString(36)}`;
}

/**
 * The reference of the refund of a late capture, which has no transaction of its own. A payment that ended without
 * money has only this movement.
 */
export function lateRefundReference({ reference }: Pick<BrowserPayment, 'reference'>): string {
  return `${reference}-late`;
}

/** The address for callbacks of a provider. If merchants have accounts of their own there, it names the merchant. */
export function callbackUrl(publicOrigin: string, provider: string, merchantId: string): string {
  return `${publicOrigin}/callback/${provider}${needsAccount(provider) ? `/${merchantId}` : ''}`;
}
