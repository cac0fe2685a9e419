/** The token that a successful payment creates for its card, if the payer wants that. */
import { type GatewayCode, resultOf } from '../../contract/gateway-codes.ts';
import type { SavedCards, StoredTransaction } from '../ports/index.ts';

/** Runs before the outcome is committed, so that the response and notification name the token. */
export async function savedToken(
  savedCards: SavedCards,
  merchantKey: number,
  transaction: StoredTransaction,
  gatewayCode: GatewayCode,
): Promise<string | undefined> {
  if (transaction.request.savedAs === undefined || resultOf(gatewayCode) !== 'SUCCESS') {
    return undefined;
  }
  return savedCards.store(merchantKey, transaction);
}
