/**
 * What providers hold of an order's failed payments. A payment that has ended here without money may have been paid
 * there all the same, which its order's movements do not say.
 */

import { providerName } from '../../contract/providers/index.ts';
import { paymentResult } from '../../gateway/browser-payments/index.ts';
import type { Gateway, Movement } from '../../gateway/index.ts';
import type { FoundPayment, StoredOrder } from '../../gateway/ports/index.ts';
import type { MoneyAtProvider } from '../../views/index.ts';
import { storedAmount } from '../amount.ts';

export interface ProviderMoney {
  /** A late capture that is kept, or not given back yet: nothing else may be paid for this order. */
  readonly late?: FoundPayment;
  /** What the page says in place of that no money was taken. */
  readonly told?: MoneyAtProvider;
}

export async function providerMoney(gateway: Gateway, order: StoredOrder | undefined): Promise<ProviderMoney> {
  const failed = order?.state.movements.filter(mayBeTaken) ?? [];
  if (order === undefined || failed.length === 0) {
    return {};
  }
  const all = await Promise.all(failed.map((movement) => paymentOf(gateway, order, movement)));
  const payments = all.filter((found) => found !== undefined).map((found) => ({ found, result: paymentResult(found) }));
  const late = payments.find(({ result }) => result.kind === 'late' && result.money !== 'returned');
  const told =
    payments.findLast(({ result }) => result.kind === 'unsettled') ??
    payments.findLast(({ result }) => result.kind === 'late');
  return { ...(late && { late: late.found }), ...(told && { told: toldOf(told.found, told.result.kind) }) };
}

/** A payment that was never sent to its provider is not known there. */
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

function toldOf({ payment, transaction }: FoundPayment, kind: string): MoneyAtProvider {
  const provider = providerName(payment.provider);
  return kind === 'unsettled'
    ? { kind, provider }
    : { kind: 'returned', provider, amount: storedAmount(transaction.request) };
}
