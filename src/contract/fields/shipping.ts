import { field, type Group, group } from '../field.ts';
import { email, enumeration, string } from '../types.ts';
import { address } from './address.ts';

/** The version from which `shipping.contact` replaces the flat names and phone. */
const CONTACT_SINCE = 34;

export const shipping: Group = group({
  address,
  contact: group(
    {
      email: field(email()),
      firstName: field(string(1, 50)),
      lastName: field(string(1, 50)),
      mobilePhone: field(string(1, 20)),
      phone: field(string(1, 20)),
    },
    { since: CONTACT_SINCE },
  ),
  firstName: field(string(1, 50), { until: CONTACT_SINCE }),
  lastName: field(string(1, 50), { until: CONTACT_SINCE }),
  method: field(enumeration('ELECTRONIC', 'GROUND', 'OVERNIGHT', 'PRIORITY', 'SAME_DAY')),
  phone: field(string(1, 20), { until: CONTACT_SINCE }),
});
