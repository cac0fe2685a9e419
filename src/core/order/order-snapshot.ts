/**
 * The state of an order right after a transaction. The stored copy is shown in responses and notifications, also after
 * later transactions.
 */

import type { StoredOrder, TransactionOutcome } from '../ports/index.ts';
import { chargedBack } from './chargebacks.ts';
import { orderStatus } from './order-status.ts';

export function snapshot({ state, createdAt, updatedAt }: StoredOrder): TransactionOutcome['order'] {
  const { movements: _movements, notifications: _notifications, ...totals } = state;
  const totalChargedBack = chargedBack(state);
  return {
    ...totals,
    totalChargedBack: totalChargedBack > 0n ? totalChargedBack : undefined,
    status: orderStatus(state),
    createdAt,
    updatedAt,
  };
}
