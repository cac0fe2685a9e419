/** The names in an operation's address. They are no fields of a body, but have types and lengths like them. */
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
