/** Finds resources by the ids in an address. Those of another caller, bank or product are unknown: 404. */
import type { AuthorisationRow, BankPaymentRow } from '../ledger/rows.ts';
import type { BankOperationContext } from '../operation.ts';
import { BankRefusal } from '../refusal.ts';

export function findPayment({ ledger, bank, tpp, product, paymentId: id }: BankOperationContext): BankPaymentRow {
  const row = ledger.payments.find({ id, bank: bank.id, tpp });
  if (row === undefined || row.product !== product) {
    throw new BankRefusal('RESOURCE_UNKNOWN');
  }
  return row;
}

export function findAuthorisation(context: BankOperationContext, kind: AuthorisationRow['kind']): AuthorisationRow {
  const payment = findPayment(context);
  const row = context.ledger.authorisations.find({ id: context.authorisationId, payment_id: payment.id, kind });
  if (row === undefined) {
    throw new BankRefusal('RESOURCE_UNKNOWN');
  }
  return row;
}
