/** Requests and answers of the 3DS1 operations CHECK_3DS_ENROLLMENT and PROCESS_ACS_RESULT. */
import { alwaysProvided, omit, pick, replace } from '../edit-schema.ts';
import { always, alwaysGroup, field, type Group, group, required } from '../field.ts';
import { ascii, enumeration, string } from '../field-types.ts';
import { merchant, version } from './caller-fields.ts';
import { correlationId } from './common.ts';
import { authenticationRequest } from './operation-requests.ts';
import { gatewayRecommendation } from './response-fields.ts';
import { answeredSource } from './source-of-funds-fields.ts';
import {
  BROWSER_MESSAGE_CHARACTERS_MAX,
  requestedThreeDSecure,
  threeDSecure,
  threeDSecureId,
} from './three-d-secure.ts';

const HTML_CHARACTERS_MAX = 8_000;

export const checkedId = ascii(1, 64);

/** The values by which the interface summarizes the result. */
const summaryStatuses = enumeration(
  'AUTHENTICATION_ATTEMPTED',
  'AUTHENTICATION_FAILED',
  'AUTHENTICATION_NOT_AVAILABLE',
  'AUTHENTICATION_SUCCESSFUL',
  'CARD_DOES_NOT_SUPPORT_3DS',
  'CARD_ENROLLED',
  'CARD_NOT_ENROLLED',
);

export const enrolmentCheckRequest: Group = replace(omit(authenticationRequest, 'authentication'), '3DSecure', {
  ...pick(requestedThreeDSecure, 'authenticationRedirect'),
  doc: 'The requested operation.',
});

export const acsResultRequest: Group = group(
  {
    ...pick(authenticationRequest, 'apiOperation', 'correlationId').members,
    '3DSecure': { ...pick(requestedThreeDSecure, 'paRes'), doc: 'The message that the payer’s browser brought back.' },
  },
  { doc: 'The message that the payer’s browser brought back.' },
);

const redirect = group(
  {
    customized: group(
      {
        acsUrl: required(string(12, 2_048), 'Where a form of your page posts PaReq, TermUrl and MD.'),
        paReq: required(ascii(1, BROWSER_MESSAGE_CHARACTERS_MAX), 'The form field PaReq.'),
      },
      { doc: 'For a form of your own.' },
    ),
    simple: group(
      { htmlBodyContent: required(string(1, HTML_CHARACTERS_MAX), 'To be the body of your page: it posts by itself.') },
      { doc: 'A form that is ready.' },
    ),
  },
  { doc: 'The payer’s browser goes there next; not in retrievals.' },
);

const result = group(
  {
    ...pick(threeDSecure, 'acsEci', 'authenticationToken').members,
    authenticationRedirect: redirect,
    paResStatus: field(
      enumeration('A', 'N', 'U', 'Y'),
      'How the authentication ended: Y the issuer knows its customer, A it was attempted, N not, U nobody knows.',
    ),
    summaryStatus: always(summaryStatuses, 'How it stands.'),
    veResEnrolled: always(enumeration('N', 'U', 'Y'), 'Whether the card takes part; U: nobody knows.'),
    xid: { ...(threeDSecure.members.xid as ReturnType<typeof field>), always: true },
  },
  { doc: 'The result, as far as there is one.' },
);

export const enrolmentAnswer = group(
  {
    '3DSecure': { ...result, always: true },
    '3DSecureId': always(threeDSecureId.type, 'Your id of it, by which a payment names it.'),
    correlationId,
    merchant,
    response: alwaysGroup(
      {
        '3DSecure': alwaysGroup(
          { gatewayCode: always(summaryStatuses, 'As 3DSecure.summaryStatus.') },
          { doc: 'The result.' },
        ),
        gatewayRecommendation: always(gatewayRecommendation, 'Whether to go on with the payment.'),
      },
      { doc: 'The gateway’s recommendation.' },
    ),
    sourceOfFunds: answeredSource,
    version,
  },
  { doc: 'The authentication as it stands.' },
);

/** The answer without the redirect, which only the first answer contains. */
export const acsResultAnswer = alwaysProvided(omit(enrolmentAnswer, '3DSecure.authenticationRedirect'), 'merchant');
