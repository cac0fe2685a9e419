/**
 * Holds the notifications of a payment whose payer is on a page of ours until the payer was redirected to the shop.
 * Many shops finish an order on whichever comes first, and lose the payer's basket if that is not the payer.
 */
import { resultOf } from '../../contract/gateway-codes.ts';
import type { StoredTransaction } from '../ports/index.ts';
import { isBrowserPayment } from './processor.ts';

/** A payer may never return, so no notification waits longer. */
export const HOLD_MS_MAX = 2_000;

/**
 * @param transaction the transaction with its outcome, as it will be stored
 * @returns undefined if the notification waits for nobody: no payer is on a page, the payer stays there to pay in
 *   another way, or a person has decided on the payment later
 */
export function heldUntil({ request, outcome, updatedAt }: StoredTransaction): number | undefined {
  const isOnPage = request.entryPoint === 'HOSTED_PAGE' || isBrowserPayment(request);
  return isOnPage &&
    outcome !== undefined &&
    resultOf(outcome.gatewayCode) !== 'FAILURE' &&
    outcome.risk?.review === undefined
    ? updatedAt + HOLD_MS_MAX
    : undefined;
}
