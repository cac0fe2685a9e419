/**
 * Payer authentication by EMV 3-D Secure: the request's settings, and the result of an authentication made elsewhere.
 */
import { field, group } from '../field.ts';
import { ascii, base64, digits, enumeration, string } from '../field-types.ts';
import { redirectUrl } from '../web-types.ts';

/** The first version in which the gateway authenticates payers. */
export const AUTHENTICATION_SINCE = 54;
const EXEMPTION_SINCE = 57;
const UUID_CHARACTERS = 36;
const TRANSACTION_ID_CHARACTERS_MAX = 40;

const authenticationChannels = enumeration('MERCHANT_REQUESTED', 'PAYER_APP', 'PAYER_BROWSER');
const authenticationPurposes = enumeration('ADD_CARD', 'PAYMENT_TRANSACTION');

/**
 * threeDSRequestorChallengeInd 01 to 09, in that order. CHALLENGE_MANDATED is a name of the interface; the other names
 * are this gateway's own.
 */
export const challengePreferences = enumeration(
  'NO_PREFERENCE',
  'NO_CHALLENGE',
  'REQUEST_CHALLENGE',
  'CHALLENGE_MANDATED',
  'NO_CHALLENGE_RISK_ANALYSIS_DONE',
  'NO_CHALLENGE_DATA_SHARE_ONLY',
  'NO_CHALLENGE_AUTHENTICATION_DONE',
  'NO_CHALLENGE_TRUSTED_MERCHANT',
  'REQUEST_CHALLENGE_TRUSTED_MERCHANT_PROMPT',
);

/** The names are this gateway's own. */
const psd2Exemptions = enumeration(
  'LOW_RISK',
  'LOW_VALUE_PAYMENT',
  'RECURRING_PAYMENT',
  'SECURE_CORPORATE_PAYMENT',
  'WHITELISTED_MERCHANT',
);

const threeDS = group(
  {
    acsEci: field(digits(1, 2), 'Electronic commerce indicator from the issuer’s access control server.'),
    // Base64 has groups of four characters, so these bounds permit only the interface's two lengths, 28 and 32.
    authenticationToken: field(base64(28, 32), 'The issuer’s proof, unaltered: 28 or 32 characters.'),
    transactionId: field(ascii(1, UUID_CHARACTERS), 'The directory server’s id of the authentication.', {
      holds: 'ID',
    }),
  },
  { doc: 'The result of an authentication that you made yourself.' },
);

const threeDS2 = group(
  {
    acsTransactionId: field(ascii(1, UUID_CHARACTERS), 'The access control server’s id of the authentication.', {
      holds: 'ID',
    }),
    dsTransactionId: field(ascii(1, UUID_CHARACTERS), 'The directory server’s id of the authentication.', {
      holds: 'ID',
    }),
    protocolVersion: field(ascii(1, 8), 'The version of EMV 3-D Secure that it was made in, such as 2.2.0.'),
    statusReasonCode: field(ascii(2, 2), 'Why it ended as it did (transStatusReason).'),
    transactionStatus: field(enumeration('A', 'I', 'N', 'R', 'U', 'Y'), 'How it ended (transStatus).'),
  },
  { doc: 'The EMV 3-D Secure result of an authentication that you made yourself.' },
);

export const authentication = group(
  {
    '3ds': threeDS,
    '3ds2': threeDS2,
    acceptVersions: field(ascii(1, 50), 'A list, divided by commas, of what you accept: 3DS1, 3DS2; absent is any.'),
    challengePreference: field(challengePreferences, 'Whether you wish the payer to be challenged.'),
    channel: field(
      authenticationChannels,
      'Where the payer is; without it a call of your server authenticates nobody.',
    ),
    psd2: group(
      { exemption: field(psd2Exemptions, 'The exemption from strong authentication that you ask for.') },
      { doc: 'Values that European law (PSD2) asks for.', since: EXEMPTION_SINCE },
    ),
    purpose: field(authenticationPurposes, 'The purpose of the authentication; a payment if absent.'),
    redirectResponseUrl: field(redirectUrl(), 'Where the payer’s browser is sent when the authentication is over.'),
    transactionId: field(
      string(1, TRANSACTION_ID_CHARACTERS_MAX),
      'The transaction id of an authentication of this order, for the payment that it was made for.',
      { holds: 'ID' },
    ),
  },
  { doc: 'Authentication of the payer by EMV 3-D Secure.', since: AUTHENTICATION_SINCE },
);
