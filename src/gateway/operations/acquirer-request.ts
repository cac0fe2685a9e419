/** Makes the acquirer request of a payment, a verification, a refund or a referral from its durable intent. */
import type { Values } from '../../contract/read.ts';
import { textAt } from '../../contract/values.ts';
import { acquirerCurrency } from '../advice.ts';
import { cardPresentData } from '../cards/instrument.ts';
import { payerAuthentication } from '../cards/payer-authentication.ts';
import type { AcquirerRequest, StoredTransaction } from '../ports/index.ts';
import { traceOf } from '../trace.ts';
import type { TransactionCall } from './plan.ts';

/** What the intent does not hold, or what not every request has. */
type RequestFields = Pick<AcquirerRequest, 'kind' | 'instrument'> &
  Partial<
    Pick<AcquirerRequest, 'authentication' | 'authorizationCode' | 'billingAddress' | 'cardPresent' | 'original'>
  >;

export function acquirerRequest(
  call: TransactionCall,
  transaction: StoredTransaction,
  fields: RequestFields,
): AcquirerRequest {
  const { request, transactionId } = transaction;
  const reference = textAt(request.details, 'transaction.reference');
  const merchantReference = textAt(request.details, 'transaction.acquirer.transactionId');
  return {
    trace: traceOf(transaction.key, transaction.createdAt),
    merchantId: call.merchant.id,
    orderId: call.orderId,
    transactionId,
    amount: request.amount,
    currency: acquirerCurrency(request.currency),
    ...(reference !== undefined && { reference }),
    ...(merchantReference !== undefined && { merchantReference }),
    source: textAt(request.details, 'transaction.source') ?? 'INTERNET',
    ...fields,
  };
}

/** What an issuer checks the payer by: the address, and an authentication that was made elsewhere. */
export function aboutPayer(values: Values): Pick<RequestFields, 'authentication' | 'billingAddress'> {
  const street = textAt(values, 'billing.address.street');
  const postcodeZip = textAt(values, 'billing.address.postcodeZip');
  const authentication = payerAuthentication(values);
  return {
    billingAddress: { ...(street !== undefined && { street }), ...(postcodeZip !== undefined && { postcodeZip }) },
    ...(authentication && { authentication }),
  };
}

/** What a terminal read, where there was one. */
export function aboutTerminal(values: Values): Pick<RequestFields, 'cardPresent'> {
  const cardPresent = cardPresentData(values);
  return cardPresent === undefined ? {} : { cardPresent };
}
