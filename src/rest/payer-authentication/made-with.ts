/** The payer's authentication that a payment names, as its answers and its notification tell of it. */
import type { AuthenticationReader, Merchant } from '../../gateway/index.ts';
import { authenticationOfPayment } from '../../gateway/payer-authentication/index.ts';
import type { Merchants, StoredOrder, StoredTransaction } from '../../gateway/ports/index.ts';
import type { TransactionAuthentication } from '../answers/transaction-answer.ts';
import { paidByOlderPair } from './enrolment-answer.ts';
import { paidAuthentication } from './group.ts';
import { standingOf } from './standing.ts';

function namesOne({ request: { details } }: StoredTransaction): boolean {
  return details.authentication?.transactionId !== undefined || details['3DSecureId'] !== undefined;
}

/** @param orderOf is asked where the payment names one, which few do */
export async function madeWith(
  gateway: AuthenticationReader,
  { id, profile }: Merchant,
  orderOf: () => StoredOrder | undefined | Promise<StoredOrder | undefined>,
  transaction: StoredTransaction,
): Promise<TransactionAuthentication | undefined> {
  if (!namesOne(transaction)) {
    return undefined;
  }
  const order = await orderOf();
  const found = order && (await authenticationOfPayment(gateway, { order, merchantId: id, transaction }));
  if (found === undefined) {
    return undefined;
  }
  const isChecked = found.authentication.purpose.checked !== undefined;
  return {
    values: paidAuthentication(found, profile),
    status: standingOf(found.view, profile).status,
    ...(isChecked && { older: paidByOlderPair(found) }),
  };
}

/** The same for who knows the merchant and the order by their ids alone. */
export async function madeWithById(
  gateway: AuthenticationReader,
  merchants: Merchants,
  { merchantId, orderId, transaction }: NamedPayment,
): Promise<TransactionAuthentication | undefined> {
  if (!namesOne(transaction)) {
    return undefined;
  }
  const merchant = await merchants.find(merchantId);
  return merchant && madeWith(gateway, merchant, () => gateway.orders.find(merchant.key, orderId), transaction);
}

export interface NamedPayment {
  readonly merchantId: string;
  readonly orderId: string;
  readonly transaction: StoredTransaction;
}
