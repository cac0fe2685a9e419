/** DELETE /v1/payments/{payment-product}/{paymentId}: cancels a payment, by the call or with the payer's agreement. */
import type { BankPaymentRow } from '../ledger/rows.ts';
import type { BankOperation } from '../operation.ts';
import { cancelBankPayment, mayCancel } from '../payments.ts';
import { BankRefusal } from '../refusal.ts';
import { findPayment } from './find-payment.ts';

export const cancelPayment: BankOperation = {
  name: 'payments.cancel',
  method: 'DELETE',
  path: '/v1/payments/:product/:paymentId',
  described: '/payments/{payment-product}/{paymentId}',
  isRepeatable: true,
  act(context) {
    const payment = findPayment(context);
    const { bank } = context;
    if (bank.cancellation === 'NEVER' || !mayCancel(payment)) {
      throw new BankRefusal('CANCELLATION_INVALID');
    }
    // Without the payer's agreement (RCVD) the payment has no effect yet, so the call alone cancels it.
    if (bank.cancellation === 'AT_ONCE' || payment.status === 'RCVD') {
      cancelBankPayment(context, payment);
    }
    return payment.id;
  },
  show({ ledger, resources }, id) {
    const row = ledger.payments.find({ id }) as BankPaymentRow;
    return row.status === 'CANC'
      ? { status: 204 }
      : {
          status: 202,
          body: { transactionStatus: resources.visibleStatus(row), _links: resources.cancellationLinks(row) },
        };
  },
};
