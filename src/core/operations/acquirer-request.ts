/** Makes the acquirer request of a payment, a verification, a refund or a referral from its durable intent. */
import type { RequestFields } from '../../contract/request-fields.ts';
import { cardPresentData } from '../cards/instrument.ts';
import { payerAuthentication } from '../cards/payer-authentication.ts';
import { statementOf } from '../order/statement.ts';
import type { AcquirerRequest, PayerAuthentication, StoredTransaction } from '../ports/index.ts';
import { acquirerCurrency } from '../processing/advice.ts';
import { traceOf } from '../processing/trace.ts';
import type { TransactionCall } from './plan.ts';

/** The fields that the intent does not store, or that only some requests have. */
export type MessageFields = Pick<AcquirerRequest, 'kind' | 'instrument'> &
  Partial<
    Pick<
      AcquirerRequest,
      'authentication' | 'authorizationCode' | 'billingAddress' | 'cardPresent' | 'original' | 'storedDetails'
    >
  >;

export function acquirerRequest(
  call: TransactionCall,
  transaction: StoredTransaction,
  fields: MessageFields,
): AcquirerRequest {
  const { request, transactionId } = transaction;
  const reference = request.details.transaction?.reference;
  const merchantReference = request.details.transaction?.acquirer?.transactionId;
  return {
    trace: traceOf(transaction.key, transaction.createdAt),
    merchantId: call.merchant.id,
    orderId: call.orderId,
    transactionId,
    amount: request.amount,
    currency: acquirerCurrency(request.currency),
    reference,
    merchantReference,
    statement: statementOf(request.details),
    source: request.details.transaction?.source ?? 'INTERNET',
    ...fields,
  };
}

/**
 * The data by which an issuer verifies the payer: address and authentication. @param made the authentication by this
 * gateway
 */
export function aboutPayer(
  values: RequestFields,
  made?: PayerAuthentication,
): Pick<MessageFields, 'authentication' | 'billingAddress'> {
  const { street, postcodeZip } = values.billing?.address ?? {};
  return { billingAddress: { street, postcodeZip }, authentication: payerAuthentication(values, made) };
}

/** The card data that a terminal read, if any. */
export function aboutTerminal(values: RequestFields): Pick<MessageFields, 'cardPresent'> {
  const cardPresent = cardPresentData(values);
  return cardPresent === undefined ? {} : { cardPresent };
}
