/** A payer's authentication in answers: its result, and the next step for the payer's browser. */
import { dateTime } from '../calendar-types.ts';
import { omit } from '../edit-schema.ts';
import { field, group } from '../field.ts';
import { ascii, boolean, enumeration, string } from '../field-types.ts';
import { amountInAnswer } from './amounts.ts';
import { AUTHENTICATION_SINCE, authentication } from './authentication-fields.ts';

/** This gateway's own limit, with room for a URL, a form field, and the markup around them. */
const HTML_CHARACTERS_MAX = 8_000;
const URL_CHARACTERS_MAX = 2_048;
const HOST_CHARACTERS_MAX = 253;
/** The maximum length of a form field with a message in base64url. */
const MESSAGE_CHARACTERS_MAX = 4_000;
const REFERENCE_CHARACTERS_MAX = 36;
/** The maximum length of requestor names in EMV 3-D Secure. */
const NAME_CHARACTERS_MAX = 40;

/** The interface's statuses of an authentication. */
export const payerAuthenticationStatuses = enumeration(
  'AUTHENTICATION_ATTEMPTED',
  'AUTHENTICATION_AVAILABLE',
  'AUTHENTICATION_EXEMPT',
  'AUTHENTICATION_FAILED',
  'AUTHENTICATION_NOT_SUPPORTED',
  'AUTHENTICATION_PENDING',
  'AUTHENTICATION_REJECTED',
  'AUTHENTICATION_SUCCESSFUL',
  'AUTHENTICATION_UNAVAILABLE',
);

const id = (whose: string) => field(ascii(1, REFERENCE_CHARACTERS_MAX), `${whose} id of the authentication.`);
const reference = (whose: string) => field(ascii(1, REFERENCE_CHARACTERS_MAX), `${whose} number of approval.`);

const emv = group(
  {
    '3dsServerTransactionId': id('The gateway’s'),
    acsReference: reference('The access control server’s'),
    acsTransactionId: id('The access control server’s'),
    authenticationScheme: field(ascii(1, NAME_CHARACTERS_MAX), 'The scheme whose directory server was asked.'),
    directoryServerId: field(ascii(1, REFERENCE_CHARACTERS_MAX), 'The scheme’s registered application provider id.'),
    dsReference: reference('The directory server’s'),
    dsTransactionId: id('The directory server’s'),
    methodCompleted: field(boolean(), 'Whether the issuer has said that the payer’s browser was at its method.'),
    methodSupported: field(
      enumeration('NOT_SUPPORTED', 'SUPPORTED'),
      'Whether the issuer wants the payer’s browser to come to its method first.',
    ),
    protocolVersion: field(ascii(1, 8), 'The version of EMV 3-D Secure, such as 2.2.0.'),
    requestorId: field(string(1, NAME_CHARACTERS_MAX), 'Your id at the directory server.'),
    requestorName: field(string(1, NAME_CHARACTERS_MAX), 'Your name at the directory server.'),
    statusReasonCode: field(ascii(2, 2), 'Why it ended as it did (transStatusReason).'),
    transactionStatus: field(
      enumeration('A', 'C', 'D', 'I', 'N', 'R', 'U', 'Y'),
      'The issuer’s answer (transStatus): C and D while the payer is challenged, the others for the result.',
    ),
  },
  { doc: 'The authentication in the words of EMV 3-D Secure.' },
);

const redirect = group(
  {
    customizedHtml: group(
      {
        '3ds2': group(
          {
            acsUrl: field(string(1, URL_CHARACTERS_MAX), 'Where a form posts creq, for the challenge.'),
            cReq: field(ascii(1, MESSAGE_CHARACTERS_MAX), 'The challenge’s form field creq.'),
            methodPostData: field(ascii(1, MESSAGE_CHARACTERS_MAX), 'The method’s form field threeDSMethodData.'),
            methodUrl: field(string(1, URL_CHARACTERS_MAX), 'Where a hidden frame posts threeDSMethodData.'),
          },
          { doc: 'Addresses and form fields.' },
        ),
      },
      { doc: 'The values that the HTML is made of, for pages that make their own.' },
    ),
    domainName: field(ascii(1, HOST_CHARACTERS_MAX), 'The host that the HTML leads to.'),
    html: field(string(1, HTML_CHARACTERS_MAX), 'To be put into your page, and its script run.'),
  },
  { doc: 'Where the payer’s browser goes next; not in retrievals.' },
);

const commonFields = omit(authentication, '3ds', '3ds2', 'redirectResponseUrl');

export const answeredAuthentication = group(
  {
    ...commonFields.members,
    '3ds': { ...authentication.members['3ds'], doc: 'The result, as a payment passes it on.' },
    '3ds2': emv,
    amount: { ...amountInAnswer('The amount that the payer was authenticated for.'), always: false },
    method: field(
      enumeration('DECOUPLED', 'DYNAMIC', 'OUT_OF_BAND', 'STATIC'),
      'How the payer is asked: by something of the moment, in an app of the bank, by something known.',
    ),
    payerInteraction: field(enumeration('NOT_REQUIRED', 'REQUIRED'), 'Whether the issuer wants to ask the payer.'),
    redirect,
    redirectHtml: field(string(1, HTML_CHARACTERS_MAX), 'As redirect.html.'),
    time: field(dateTime(), 'When the issuer was asked, or had answered.'),
    version: field(enumeration('3DS1', '3DS2', 'NONE'), 'How the payer is authenticated; NONE where not at all.'),
  },
  { doc: 'How the payer is, or was, authenticated.', since: AUTHENTICATION_SINCE },
);

/** The authentication without the redirect, which only the first answer contains. */
export const retrievedAuthentication = omit(answeredAuthentication, 'redirect', 'redirectHtml');
