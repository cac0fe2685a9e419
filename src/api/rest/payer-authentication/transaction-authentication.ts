/** The payer authentication that a payment names, for its answers and notifications. */
import type { AuthenticationReader, Merchant } from '../../../core/index.ts';
import { authenticationOfPayment } from '../../../core/payer-authentication/index.ts';
import type { Merchants, StoredOrder, StoredTransaction } from '../../../core/ports/index.ts';
import type { TransactionAuthentication } from '../answers/transaction-answer.ts';
import { answerStatuses } from './authentication-status.ts';
import { paidAuthentication } from './group.ts';
import { paidByOlderPair } from './three-ds-1/enrolment-answer.ts';

function namesOne({ request: { details } }: StoredTransaction): boolean {
  return details.authentication?.transactionId !== undefined || details['3DSecureId'] !== undefined;
}

/** @param orderOf is called only if the payment names an authentication, as few do */
export async function authenticationOfTransaction(
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
    status: answerStatuses(found.view, profile).status,
    older: isChecked ? paidByOlderPair(found) : undefined,
  };
}

/** Like `authenticationOfTransaction`, for callers that have only the ids of merchant and order. */
export async function authenticationOfTransactionById(
  gateway: AuthenticationReader,
  merchants: Merchants,
  { merchantId, orderId, transaction }: NamedPayment,
): Promise<TransactionAuthentication | undefined> {
  if (!namesOne(transaction)) {
    return undefined;
  }
  const merchant = await merchants.find(merchantId);
  return (
    merchant &&
    authenticationOfTransaction(gateway, merchant, () => gateway.orders.find(merchant.key, orderId), transaction)
  );
}

export interface NamedPayment {
  readonly merchantId: string;
  readonly orderId: string;
  readonly transaction: StoredTransaction;
}
