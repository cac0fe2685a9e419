/** Finds resources by the ids in an address. Those of another caller, bank or product are unknown: 404. */
import type { AuthorisationRow, PaymentRow } from '../ledger/rows.ts';
import type { OperationContext } from '../operation.ts';
import { Refusal } from '../refusal.ts';

export function foundPayment({ ledger, bank, tpp, product, paymentId: id }: OperationContext): PaymentRow {
  const row = ledger.payments.find({ id, bank: bank.id, tpp });
  if (row === undefined || row.product !== product) {
    throw new Refusal('RESOURCE_UNKNOWN');
  }
  return row;
}

export function foundAuthorisation(context: OperationContext, kind: AuthorisationRow['kind']): AuthorisationRow {
  const payment = foundPayment(context);
  const row = context.ledger.authorisations.find({ id: context.authorisationId, payment_id: payment.id, kind });
  if (row === undefined) {
    throw new Refusal('RESOURCE_UNKNOWN');
  }
  return row;
}
