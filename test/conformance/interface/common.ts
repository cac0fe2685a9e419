/** Fields that any request on an order's transaction may carry. */
import { string, URL } from './facts.ts';
import type { InterfaceField } from './field.ts';
import { ORDER_TRANSACTION } from './operations.ts';
import { fields } from './rows.ts';

/** The document names the operations but shows only some of the values; the others equal the operation's name. */
const API_OPERATIONS = [...ORDER_TRANSACTION];

export const COMMON: readonly InterfaceField[] = fields(
  { side: 'request', operations: ORDER_TRANSACTION },
  {
    apiOperation: [
      { kind: 'ApiOperation', values: API_OPERATIONS },
      { presence: 'REQUIRED', requiredIn: ORDER_TRANSACTION },
    ],
    correlationId: string(1, 100),
    partnerSolutionId: string(1, 40),
    'responseControls.sensitiveData': string(1, 50),
    userId: string(1, 256),
    'transaction.merchantNote': string(1, 250),
    'transaction.reference': string(1, 40),
    'order.custom.X': string(1, 250),
    'order.customerNote': string(1, 250),
    'order.reference': string(1, 40),
    'order.notificationUrl': URL,
  },
);

/** A reference may be longer in an answer than in a request. */
export const ANSWERED_REFERENCE: readonly InterfaceField[] = fields(
  { side: 'response' },
  { 'order.reference': string(1, 200) },
);
