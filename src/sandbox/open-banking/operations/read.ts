/** Reads a payment, its status, its authorisations and their status. */
import type { AuthorisationRow, PaymentRow } from '../ledger/rows.ts';
import type { Operation } from '../operation.ts';
import { foundAuthorisation, foundPayment } from './found.ts';

const PAYMENT = '/v1/payments/:product/:paymentId';
const DESCRIBED = '/{payment-service}/{payment-product}/{paymentId}';

/** Paths of authorisations, as routes and as in the description. */
export const FOLDERS: Readonly<Record<AuthorisationRow['kind'], Pick<Operation, 'path' | 'described'>>> = {
  INITIATION: { path: `${PAYMENT}/authorisations`, described: `${DESCRIBED}/authorisations` },
  CANCELLATION: {
    path: `${PAYMENT}/cancellation-authorisations`,
    described: `${DESCRIBED}/cancellation-authorisations`,
  },
};

export const NAMES: Readonly<Record<AuthorisationRow['kind'], string>> = {
  INITIATION: 'authorisations',
  CANCELLATION: 'cancellations',
};

export const readPayment: Operation = {
  name: 'payments.get',
  method: 'GET',
  path: PAYMENT,
  described: '/payments/{payment-product}/{paymentId}',
  isRepeatable: false,
  act: (context) => foundPayment(context).id,
  show: ({ ledger, resources }, id) => ({
    status: 200,
    body: resources.payment(ledger.payments.find({ id }) as PaymentRow),
  }),
};

export const readStatus: Operation = {
  name: 'payments.status',
  method: 'GET',
  path: `${PAYMENT}/status`,
  described: `${DESCRIBED}/status`,
  isRepeatable: false,
  act: (context) => foundPayment(context).id,
  show: ({ ledger, resources }, id) => ({
    status: 200,
    body: resources.status(ledger.payments.find({ id }) as PaymentRow),
  }),
};

export function listAuthorisations(kind: AuthorisationRow['kind']): Operation {
  return {
    name: `${NAMES[kind]}.list`,
    method: 'GET',
    ...FOLDERS[kind],
    isRepeatable: false,
    act: (context) => foundPayment(context).id,
    show: ({ ledger }, id) => ({
      status: 200,
      body: { authorisationIds: ledger.authorisations.all({ payment_id: id, kind }).map((one) => one.id) },
    }),
  };
}

export function readScaStatus(kind: AuthorisationRow['kind']): Operation {
  return {
    name: `${NAMES[kind]}.status`,
    method: 'GET',
    path: `${FOLDERS[kind].path}/:authorisationId`,
    described: `${FOLDERS[kind].described}/{authorisationId}`,
    isRepeatable: false,
    act: (context) => foundAuthorisation(context, kind).id,
    show: ({ ledger }, id) => ({
      status: 200,
      body: { scaStatus: (ledger.authorisations.find({ id }) as AuthorisationRow).sca_status },
    }),
  };
}
