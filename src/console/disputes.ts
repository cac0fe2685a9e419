/** Chargebacks of a merchant's orders, as the ledger has them, and the filter that finds their orders. */
import { acquirerName, CHARGEBACK_TERMS, chargedBack, providerIdOf, REJECTION } from '../core/index.ts';
import type { OrderFilters, StoredOrder, StoredTransaction } from '../core/ports/index.ts';

/** Money that a payer's bank or a provider has taken back, in minor units. */
export interface Chargeback {
  readonly transactionId: string;
  /** When it was recorded. */
  readonly at: number;
  readonly amount: bigint;
  readonly currency: string;
  /** An acquirer's name or a provider's id. */
  readonly processor: string;
  /** The processor's own reference. */
  readonly reference: string | undefined;
  /** Whether a provider has taken back a whole payment, in place of a chargeback in a report. */
  readonly isRejection: boolean;
}

export interface DisputedOrder {
  readonly chargebacks: readonly Chargeback[];
  /** The part that was charged back and not returned, and the part that was returned. */
  readonly standing: bigint;
  readonly returned: bigint;
}

/** Finds the orders with a chargeback. @param isOpen only those of which a part is not returned */
export function disputeFilters(isOpen: boolean): OrderFilters {
  const { standing, returned } = CHARGEBACK_TERMS;
  return { terms: [isOpen ? [standing] : [standing, returned]] };
}

export function disputedOrder(
  { state }: Pick<StoredOrder, 'state'>,
  transactions: readonly StoredTransaction[],
): DisputedOrder {
  const chargebacks = transactions.filter(({ request }) => request.type === 'CHARGEBACK').map(chargebackOf);
  const standing = chargedBack(state);
  return { chargebacks, standing, returned: chargebacks.reduce((sum, { amount }) => sum + amount, 0n) - standing };
}

function chargebackOf({ transactionId, request, createdAt }: StoredTransaction): Chargeback {
  return {
    transactionId,
    at: createdAt,
    amount: request.amount,
    currency: request.currency,
    processor: providerIdOf(request) ?? acquirerName(request),
    reference: request.details.transaction?.acquirer?.transactionId,
    isRejection: transactionId.startsWith(REJECTION),
  };
}
