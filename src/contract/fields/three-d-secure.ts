/** Payer authentication by 3-D Secure made outside the gateway, and the fields of the 3DS1 operations. */
import { field, group, required } from '../field.ts';
import { ascii, base64, digits, enumeration } from '../field-types.ts';
import { redirectUrl } from '../web-types.ts';

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
    // Base64 has groups of four characters, so these bounds permit only the interface's two lengths, 28 and 32.
    authenticationToken: field(base64(28, 32), 'The issuer’s proof, unaltered: 28 or 32 characters.'),
    enrollmentStatus: required(
      enumeration('ENROLLED', 'ENROLLMENT_STATUS_UNDETERMINED', 'NOT_ENROLLED'),
      'Whether the card takes part in 3-D Secure.',
    ),
    xid: field(base64(28, 28), 'The id of the authentication, unaltered.'),
  },
  { doc: 'The result of an authentication that you made yourself.' },
);

/** The first version without the 3DS1 operations: the interface has them up to version 61. */
export const OLDER_PAIR_UNTIL = 62;
/** This gateway's own limit. The messages are signatures of 32 bytes; longer ones may follow. */
export const BROWSER_MESSAGE_CHARACTERS_MAX = 500;

const older = { until: OLDER_PAIR_UNTIL } as const;

/** The group in requests of the 3DS1 operations, with fields that payments do not accept. */
export const requestedThreeDSecure = group(
  {
    ...threeDSecure.members,
    authenticationRedirect: group(
      {
        pageGenerationMode: field(
          enumeration('CUSTOMIZED', 'SIMPLE'),
          'CUSTOMIZED: your page posts PaReq, TermUrl and MD; SIMPLE: the answer has the HTML that does; absent: both.',
        ),
        responseUrl: field(
          redirectUrl(),
          'Where the payer’s browser returns with PaRes: SIMPLE needs it, and TermUrl must be of the same origin.',
        ),
      },
      { doc: 'How the payer’s browser gets to the bank, and home.', ...older },
    ),
    paRes: field(ascii(1, BROWSER_MESSAGE_CHARACTERS_MAX), 'The form field PaRes, as the payer’s browser brought it.', {
      ...older,
      holds: 'ID',
    }),
  },
  { doc: threeDSecure.doc },
);

/** Dotted paths of the fields that payments accept. */
export const PAID_THREE_D_SECURE = (Object.keys(threeDSecure.members) as (keyof typeof threeDSecure.members)[]).map(
  (name) => `3DSecure.${name}` as const,
);

export const threeDSecureId = field(
  ascii(1, 64),
  'The id under which the gateway checked the card’s enrolment; not for authentications made elsewhere.',
  { holds: 'ID' },
);
