/** The parameters of an operation's URL. They are not fields of a body, but have types and lengths as those do. */
import { alphanumeric, string } from './facts.ts';
import type { InterfaceField } from './field.ts';
import { ORDER_TRANSACTION } from './operations.ts';
import { fields } from './rows.ts';

export const URL_PARAMETERS: readonly InterfaceField[] = fields(
  { side: 'request', presence: 'REQUIRED', operations: ORDER_TRANSACTION },
  {
    '{merchantId}': [alphanumeric(1, 40, '-_'), { operations: [...ORDER_TRANSACTION, 'CREATE_TOKEN'] }],
    '{orderid}': string(1, 40),
    '{transactionid}': string(1, 40),
  },
);
