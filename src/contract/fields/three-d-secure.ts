/** Payer authentication by 3-D Secure that was made outside the gateway. */
import { field, group, required } from '../field.ts';
import { ascii, base64, digits, enumeration } from '../field-types.ts';

export const authenticationStatuses = enumeration(
  'AUTHENTICATION_ATTEMPTED',
  'AUTHENTICATION_NOT_AVAILABLE',
  'AUTHENTICATION_SUCCESSFUL',
);

export const threeDSecure = group(
  {
    acsEci: field(digits(1, 2), 'Electronic commerce indicator from the issuer’s access control server.'),
    authenticationStatus: field(
      authenticationStatuses,
      'How the authentication ended; absent where none was attempted or no answer came.',
    ),
    // Base64 has groups of four characters, so these bounds are the interface's two lengths, 28 and 32.
    authenticationToken: field(base64(28, 32), 'The issuer’s proof, unaltered: 28 or 32 characters.'),
    enrollmentStatus: required(
      enumeration('ENROLLED', 'ENROLLMENT_STATUS_UNDETERMINED', 'NOT_ENROLLED'),
      'Whether the card takes part in 3-D Secure.',
    ),
    xid: field(base64(28, 28), 'The id of the authentication, unaltered.'),
  },
  { doc: 'The result of an authentication that you made yourself.' },
);

export const threeDSecureId = field(
  ascii(1, 64),
  'The id under which the gateway checked the card’s enrolment; not for authentications made elsewhere.',
);
