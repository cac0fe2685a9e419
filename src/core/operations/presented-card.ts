/**
 * Checks a card that is presented again, for a capture, void or refund. It must be the card of the payment. If the
 * terminal could not encrypt the card data, the operation is declined.
 */
import type { FieldProblem } from '../../contract/interface-error.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { secretAt } from '../../contract/values.ts';
import { cardNumber } from '../cards/stored-card.ts';
import type { Gateway } from '../gateway.ts';
import type { Merchant } from '../merchant/merchant.ts';
import type { StoredTransaction } from '../ports/index.ts';
import { terminalRead } from './merged-values.ts';

const NUMBERS = ['sourceOfFunds.provided.card.number', 'sourceOfFunds.provided.giftCard.number'] as const;

export interface PresentedCard {
  readonly problems: readonly FieldProblem[];
  /** True if the terminal reports that its encryption failed. The transaction is declined then. */
  readonly declined: boolean;
}

/**
 * @param values the request's own values, without those of session and token
 * @param source the transaction that the operation captures, voids or refunds
 */
export async function presentedCard(
  gateway: Gateway,
  merchant: Merchant,
  values: RequestFields,
  source: StoredTransaction,
): Promise<PresentedCard> {
  const read = terminalRead(gateway, merchant, values);
  const presented = NUMBERS.filter((path) => secretAt(read.values, path) !== undefined);
  const known = presented.length === 0 ? undefined : await cardNumber(gateway, source.orderKey, source);
  return {
    declined: read.declined !== undefined,
    problems: presented.filter((path) => secretAt(read.values, path)?.reveal() !== known).map(otherCard),
  };
}

function otherCard(field: string): FieldProblem {
  return { field, validationType: 'INVALID', explanation: 'the card that the order was paid with' };
}
