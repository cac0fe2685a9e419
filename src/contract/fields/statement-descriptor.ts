/** What the payer reads on the statement of their account. */
import { field, type Group, group } from '../field.ts';
import { string } from '../field-types.ts';
import { address } from './address-fields.ts';

export const statementDescriptor: Group = group(
  {
    address: address('The address that the statement shows.'),
    name: field(string(1, 100), 'The name that the statement shows.'),
    phone: field(string(1, 20), 'The telephone number that the statement shows.'),
  },
  { doc: 'How the payment is named on the payer’s statement.' },
);
