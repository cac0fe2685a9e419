/** The token that a successful payment creates for its card, if the payer asked for it. */
import { type GatewayCode, resultOf } from '../../contract/gateway-codes.ts';
import type { SavedCards, StoredTransaction } from '../ports/index.ts';

/** Must run before the outcome is committed, so that the response and the notification contain the token. */
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
