/** DELETE /v1/payments/{payment-product}/{paymentId}: cancels a payment, by the call or with the payer's agreement. */
import type { PaymentRow } from '../ledger/rows.ts';
import type { Operation } from '../operation.ts';
import { cancel, mayCancel } from '../payments.ts';
import { Refusal } from '../refusal.ts';
import { foundPayment } from './found.ts';

export const cancelPayment: Operation = {
  name: 'payments.cancel',
  method: 'DELETE',
  path: '/v1/payments/:product/:paymentId',
  described: '/payments/{payment-product}/{paymentId}',
  isRepeatable: true,
  act(context) {
    const payment = foundPayment(context);
    const { bank } = context;
    if (bank.cancellation === 'NEVER' || !mayCancel(payment)) {
      throw new Refusal('CANCELLATION_INVALID');
    }
    // Before the payer's agreement the payment is not ordered yet.
    if (bank.cancellation === 'AT_ONCE' || payment.status === 'RCVD') {
      cancel(context, payment);
    }
    return payment.id;
  },
  show({ ledger, resources }, id) {
    const row = ledger.payments.find({ id }) as PaymentRow;
    return row.status === 'CANC'
      ? { status: 204 }
      : {
          status: 202,
          body: { transactionStatus: resources.told(row), _links: resources.cancellationLinks(row) },
        };
  },
};
