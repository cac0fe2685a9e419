/** The token that a successful payment makes of its card, where its payer wants that. */
import { type GatewayCode, resultOf } from '../../contract/gateway-codes.ts';
import type { SavedCards, StoredTransaction, TransactionOutcome } from '../ports/index.ts';

/** Runs before the outcome is committed, so that its answer and its notification name the token. */
export async function savedToken(
  savedCards: SavedCards,
  merchantKey: number,
  transaction: StoredTransaction,
  gatewayCode: GatewayCode,
): Promise<Pick<TransactionOutcome, 'savedToken'>> {
  if (transaction.request.savedAs === undefined || resultOf(gatewayCode) !== 'SUCCESS') {
    return {};
  }
  const token = await savedCards.store(merchantKey, transaction);
  return token === undefined ? {} : { savedToken: token };
}
