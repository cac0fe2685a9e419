/** A session: the reference in a request, the fields that create one, and the session in answers. */
import { always, alwaysGroup, field, group } from '../field.ts';
import { ascii, base64, enumeration, integer } from '../field-types.ts';

/** This gateway's own limit of the calls that the id of one session may authenticate. */
const AUTHENTICATIONS_MAX = 25n;
/** The length of the key: 32 bytes in Base64. */
const KEY_CHARACTERS = 44;

export const sessionId = ascii(31, 35);
const sessionVersion = ascii(10, 10);
const authenticationLimit = integer(1n, AUTHENTICATIONS_MAX);

export const session = group(
  {
    id: field(sessionId, 'The session that gives the values that this request does not.', { holds: 'ID' }),
    version: field(
      sessionVersion,
      'The session’s version on which you decided; the request is refused where the session has changed since.',
    ),
  },
  { doc: 'A session to take values from.' },
);

export const newSession = group(
  {
    authenticationLimit: field(
      authenticationLimit,
      'How often the session’s id may serve as the password for updating it.',
    ),
  },
  { doc: 'Settings of the session to be made.' },
);

const members = {
  id: always(sessionId, 'Names the session in later requests, and in the address of its payment page.'),
  updateStatus: always(
    enumeration('FAILURE', 'NO_UPDATE', 'SUCCESS'),
    'How the newest update ended; a session pays only after SUCCESS.',
  ),
  version: always(sessionVersion, 'Changes with every update, and ends in their count.'),
};

export const answeredSession = alwaysGroup(members, { doc: 'The session’s current state.' });

export const createdSession = alwaysGroup(
  {
    aes256Key: always(
      base64(KEY_CHARACTERS, KEY_CHARACTERS),
      'A key of 256 bits, always the same for one session, in Base64.',
    ),
    authenticationLimit: always(authenticationLimit, 'How often the session’s id may serve as its password.'),
    ...members,
  },
  { doc: 'The session that was made.' },
);
