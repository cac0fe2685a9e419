/** The merchant's data about the payer. */
import { field, group } from '../field.ts';
import { matching, string } from '../field-types.ts';
import { email } from '../web-types.ts';

/** An IPv4 address. Each part is at most 255, so the interface's bounds of 7 to 15 characters always hold. */
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;

export const customer = group(
  {
    ani: field(string(1, 10), 'Telephone number that the payer called from.'),
    aniCallType: field(string(1, 2), 'Kind of line that the payer called from, as the telephone network codes it.'),
    browser: field(string(1, 255), 'User-Agent header of the payer’s browser.'),
    email: field(email(), 'Where to write to the payer.'),
    hostname: field(string(1, 60), 'Name of the server to which the payer is connected.'),
    id: field(
      string(1, 100),
      'Your own id of the payer: with `savedCards` in your profile, the payer of this id may save cards and pay with them.',
      { holds: 'ID' },
    ),
    ipAddress: field(
      matching(IPV4, 7, 15, 'an IPv4 address, nnn.nnn.nnn.nnn', 'String'),
      'IPv4 address of the payer’s device.',
    ),
  },
  { doc: 'The payer and the device they order with.' },
);
