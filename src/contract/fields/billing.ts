/** The address that the payer's bank has on file, which address verification (AVS) compares. */
import { field, group } from '../field.ts';
import { string } from '../field-types.ts';
import { address } from './address-fields.ts';

export const billing = group(
  {
    address: address('The address that the payer’s bank knows.'),
    phone: field(string(1, 20), 'Telephone number that belongs to the billing address.', { holds: 'PHONE_OR_PRODUCT' }),
  },
  { doc: 'The payer’s details as their bank has them.' },
);
