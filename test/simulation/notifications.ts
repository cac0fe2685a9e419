/** Notifications are stored with the results that they report, and not sent. */
import { resultOf } from '../../src/contract/gateway-codes.ts';
import type { NotificationDependencies } from '../../src/core/ports/index.ts';
import { UNHEARD } from '../support/unheard.ts';

/** The members of a notification's body that histories compare. */
export interface NotificationBody {
  readonly transaction: { readonly id: string };
  readonly result: string;
  readonly order: { readonly status: string };
}

export const STORED_ONLY: NotificationDependencies = {
  ...UNHEARD,
  async body({ transaction: { transactionId, outcome } }) {
    const body: NotificationBody = {
      transaction: { id: transactionId },
      result: resultOf(outcome?.gatewayCode ?? 'PENDING'),
      order: { status: outcome?.order.status ?? 'INITIATED' },
    };
    return JSON.stringify(body);
  },
};
