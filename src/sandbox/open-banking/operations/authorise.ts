/** POST …/authorisations and …/cancellation-authorisations: starts an authorisation. */
import type { AuthorisationRow, BankPaymentRow } from '../ledger/rows.ts';
import type { BankOperation, BankOperationContext } from '../operation.ts';
import { addAuthorisation, isFinalPayment, type Returns } from '../payments.ts';
import { BankRefusal } from '../refusal.ts';
import { findPayment } from './find-payment.ts';
import { AUTHORISATION_NAMES, FOLDERS } from './read.ts';
import { psuOf, returnsOf } from './senders.ts';

export function startAuthorisation(kind: AuthorisationRow['kind']): BankOperation {
  return {
    name: `${AUTHORISATION_NAMES[kind]}.start`,
    method: 'POST',
    ...FOLDERS[kind],
    isRepeatable: true,
    act(context) {
      const payment = findPayment(context);
      checkMayStart(context, payment, kind);
      const psu = psuOf(context, payment.debtor_iban);
      if (context.bank.approach === 'DECOUPLED' && psu === undefined) {
        throw new BankRefusal('FORMAT_ERROR', 'PSU-ID');
      }
      const returns = returnsAt(context, payment);
      return addAuthorisation(context, payment, context.bank, { kind, psu, returns }).id;
    },
    show({ ledger, resources, bank }, id) {
      const row = ledger.authorisations.find({ id }) as AuthorisationRow;
      const payment = ledger.payments.find({ id: row.payment_id }) as BankPaymentRow;
      return {
        status: 201,
        body: resources.authorisationAnswer(row, payment),
        headers: { 'aspsp-sca-approach': bank.approach },
      };
    },
  };
}

function checkMayStart(
  { ledger, bank }: BankOperationContext,
  payment: BankPaymentRow,
  kind: AuthorisationRow['kind'],
): void {
  if (bank.approach === 'EMBEDDED') {
    // Callers do not know payers' passwords, so they cannot start an authorisation at such a bank.
    throw new BankRefusal('SCA_METHOD_UNKNOWN');
  }
  const earlier = ledger.authorisations.all({ payment_id: payment.id, kind });
  const isOpen = earlier.every(({ sca_status: status }) => status === 'failed');
  const isWanted = kind === 'INITIATION' ? payment.status === 'RCVD' : bank.cancellation === 'AUTHORISED';
  if (!isOpen || !isWanted || isFinalPayment(payment)) {
    throw new BankRefusal('STATUS_INVALID');
  }
}

/** The return addresses of this call, else those of the initiation. */
function returnsAt(context: BankOperationContext, payment: BankPaymentRow): Returns {
  return context.headers['tpp-redirect-uri'] === undefined && payment.redirect_uri !== null
    ? { redirect_uri: payment.redirect_uri, nok_redirect_uri: payment.nok_redirect_uri }
    : returnsOf(context);
}
