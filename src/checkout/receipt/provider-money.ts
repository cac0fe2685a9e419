/**
 * Money that providers took for an order's failed payments. A payment that failed here may have been paid at the
 * provider all the same, which the order's movements do not show.
 */

import { providerName } from '../../contract/providers/index.ts';
import { paymentResult } from '../../core/browser-payments/index.ts';
import type { Gateway, Movement } from '../../core/index.ts';
import type { FoundPayment, StoredOrder } from '../../core/ports/index.ts';
import type { MoneyAtProvider } from '../../web/views/index.ts';
import { storedAmount } from './amount.ts';

export interface FailedPaymentsMoney {
  /** A late capture that is kept, or not refunded yet: the order must not be paid again. */
  readonly late?: FoundPayment;
  /** The notice that replaces "no money was taken". */
  readonly notice?: MoneyAtProvider;
}

export async function failedPaymentsMoney(
  gateway: Gateway,
  order: StoredOrder | undefined,
): Promise<FailedPaymentsMoney> {
  const failed = order?.state.movements.filter(mayBeTaken) ?? [];
  if (order === undefined || failed.length === 0) {
    return {};
  }
  const all = await Promise.all(failed.map((movement) => paymentOf(gateway, order, movement)));
  const payments = all.filter((found) => found !== undefined).map((found) => ({ found, result: paymentResult(found) }));
  const late = payments.find(({ result }) => result.kind === 'late' && result.money !== 'returned');
  const shown =
    payments.findLast(({ result }) => result.kind === 'unsettled') ??
    payments.findLast(({ result }) => result.kind === 'late');
  return {
    late: late?.found,
    notice: shown && moneyAtProvider(shown.found, shown.result.kind),
  };
}

/** A payment that was not sent to its provider is unknown there. */
function mayBeTaken({ result, notSent, provider }: Movement): boolean {
  return result === 'FAILURE' && provider !== undefined && notSent === undefined;
}

async function paymentOf(
  { orders, browser }: Gateway,
  order: StoredOrder,
  { transactionId }: Movement,
): Promise<FoundPayment | undefined> {
  const transaction = await orders.transaction(order.key, transactionId);
  return transaction && browser.payments.find(transaction.key);
}

function moneyAtProvider({ payment, transaction }: FoundPayment, kind: string): MoneyAtProvider {
  const provider = providerName(payment.provider);
  return kind === 'unsettled'
    ? { kind, provider }
    : { kind: 'returned', provider, amount: storedAmount(transaction.request) };
}
