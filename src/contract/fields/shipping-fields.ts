/** Address, recipient and delivery speed of the goods. */

import { replace } from '../edit-schema.ts';
import { field, group } from '../field.ts';
import { enumeration, string } from '../field-types.ts';
import { email } from '../web-types.ts';
import { address } from './address-fields.ts';

/** The first version in which `shipping.contact` replaces the flat names and phone. */
const CONTACT_SINCE = 34;

export const shipping = group(
  {
    address: address('Where the goods are sent.'),
    contact: group(
      {
        email: field(email(), 'Where to write to the recipient.'),
        firstName: field(string(1, 50), 'The recipient’s first name.'),
        lastName: field(string(1, 50), 'The recipient’s last name.'),
        mobilePhone: field(string(1, 20), 'The recipient’s mobile telephone number.', { holds: 'PHONE_OR_PRODUCT' }),
        phone: field(string(1, 20), 'The recipient’s telephone number.', { holds: 'PHONE_OR_PRODUCT' }),
      },
      { doc: 'The recipient of the goods.', since: CONTACT_SINCE },
    ),
    firstName: field(string(1, 50), 'The recipient’s first name.', { until: CONTACT_SINCE }),
    lastName: field(string(1, 50), 'The recipient’s last name.', { until: CONTACT_SINCE }),
    method: field(
      enumeration('ELECTRONIC', 'GROUND', 'OVERNIGHT', 'PRIORITY', 'SAME_DAY'),
      'How fast: electronically, in four days or more (GROUND), in two or three (PRIORITY), the next day, or the same day.',
    ),
    phone: field(string(1, 20), 'The recipient’s telephone number.', {
      holds: 'PHONE_OR_PRODUCT',
      until: CONTACT_SINCE,
    }),
  },
  { doc: 'Where the goods go, and how.' },
);

/**
 * The shipping address in a transaction's answer, with the street in one line. A session's answer has the fields as
 * they were sent.
 */
export const answeredShipping = replace(
  shipping,
  'address.street2',
  field(string(0, 0), 'Empty: the given text is at the end of street, cut where that is full.'),
);
