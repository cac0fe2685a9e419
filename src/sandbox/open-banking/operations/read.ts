/** Reads a payment, its status, its authorisations and their status. */
import type { AuthorisationRow, BankPaymentRow } from '../ledger/rows.ts';
import type { BankOperation } from '../operation.ts';
import { findAuthorisation, findPayment } from './find-payment.ts';

const PAYMENT = '/v1/payments/:product/:paymentId';
const DESCRIBED_PATH = '/{payment-service}/{payment-product}/{paymentId}';

/** Paths of authorisations, as routes and as in the description. */
export const FOLDERS: Readonly<Record<AuthorisationRow['kind'], Pick<BankOperation, 'path' | 'described'>>> = {
  INITIATION: { path: `${PAYMENT}/authorisations`, described: `${DESCRIBED_PATH}/authorisations` },
  CANCELLATION: {
    path: `${PAYMENT}/cancellation-authorisations`,
    described: `${DESCRIBED_PATH}/cancellation-authorisations`,
  },
};

export const AUTHORISATION_NAMES: Readonly<Record<AuthorisationRow['kind'], string>> = {
  INITIATION: 'authorisations',
  CANCELLATION: 'cancellations',
};

export const readPayment: BankOperation = {
  name: 'payments.get',
  method: 'GET',
  path: PAYMENT,
  described: '/payments/{payment-product}/{paymentId}',
  isRepeatable: false,
  act: (context) => findPayment(context).id,
  show: ({ ledger, resources }, id) => ({
    status: 200,
    body: resources.payment(ledger.payments.find({ id }) as BankPaymentRow),
  }),
};

export const readStatus: BankOperation = {
  name: 'payments.status',
  method: 'GET',
  path: `${PAYMENT}/status`,
  described: `${DESCRIBED_PATH}/status`,
  isRepeatable: false,
  act: (context) => findPayment(context).id,
  show: ({ ledger, resources }, id) => ({
    status: 200,
    body: resources.status(ledger.payments.find({ id }) as BankPaymentRow),
  }),
};

export function listAuthorisations(kind: AuthorisationRow['kind']): BankOperation {
  return {
    name: `${AUTHORISATION_NAMES[kind]}.list`,
    method: 'GET',
    ...FOLDERS[kind],
    isRepeatable: false,
    act: (context) => findPayment(context).id,
    show: ({ ledger }, id) => ({
      status: 200,
      body: { authorisationIds: ledger.authorisations.all({ payment_id: id, kind }).map((one) => one.id) },
    }),
  };
}

export function readScaStatus(kind: AuthorisationRow['kind']): BankOperation {
  return {
    name: `${AUTHORISATION_NAMES[kind]}.status`,
    method: 'GET',
    path: `${FOLDERS[kind].path}/:authorisationId`,
    described: `${FOLDERS[kind].described}/{authorisationId}`,
    isRepeatable: false,
    act: (context) => findAuthorisation(context, kind).id,
    show: ({ ledger }, id) => ({
      status: 200,
      body: { scaStatus: (ledger.authorisations.find({ id }) as AuthorisationRow).sca_status },
    }),
  };
}
