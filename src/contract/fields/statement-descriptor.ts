/** The text for the payer's account statement. */
import { field, group } from '../field.ts';
import { string } from '../field-types.ts';
import { address } from './address-fields.ts';

export const statementDescriptor = group(
  {
    address: address('The address for the statement.'),
    name: field(string(1, 100), 'The name for the statement.'),
    phone: field(string(1, 20), 'The telephone number for the statement.', { holds: 'PHONE_OR_PRODUCT' }),
  },
  {
    doc: 'How you name a card payment for the payer’s statement: the acquirer and the receipt get the name in ASCII, cut to 22 characters.',
  },
);
