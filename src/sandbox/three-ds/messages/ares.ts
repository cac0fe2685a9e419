/** ARes: the ACS's immediate answer. */
import { AUTHENTICATION_VALUE, codes, EXTENSIONS, oneOf, text, UUID, url, VERSION, YES_NO } from './formats.ts';
import { always, both, forPayment, inApp, inBrowser, type MessageTable, when } from './table.ts';

const REASONS_MAX = 26;
const REASONS_210_MAX = 21;

const isChallenged = when('transStatus', 'C');
const isAsked = when('transStatus', 'C', 'D');

export const ARES: MessageTable = {
  messageType: { is: oneOf('ARes'), need: always },
  messageVersion: { is: VERSION, need: always },
  messageExtension: { is: EXTENSIONS },
  threeDSServerTransID: { is: UUID, need: always },
  acsTransID: { is: UUID, need: always },
  dsTransID: { is: UUID, need: always },
  acsReferenceNumber: { is: text(32), need: always },
  dsReferenceNumber: { is: text(32), need: always },
  acsOperatorID: { is: text(32) },
  transStatus: {
    is: oneOf('Y', 'N', 'U', 'A', 'C', 'D', 'R', 'I'),
    in210: oneOf('Y', 'N', 'U', 'A', 'C', 'R'),
    need: forPayment,
  },
  transStatusReason: {
    is: codes(REASONS_MAX),
    in210: codes(REASONS_210_MAX),
    need: both(forPayment, when('transStatus', 'N', 'U', 'R')),
  },
  acsChallengeMandated: { is: YES_NO, need: isAsked },
  authenticationType: { is: codes(4), in210: codes(3), need: isAsked },
  acsURL: { is: url(2048), need: both(inBrowser, isChallenged) },
  acsRenderingType: { is: { type: 'object' }, need: both(inApp, isChallenged) },
  acsSignedContent: { is: text(20_000), need: both(inApp, isChallenged) },
  sdkTransID: { is: UUID, need: inApp },
  acsDecConInd: { is: YES_NO, in210: null, need: when('transStatus', 'D') },
  authenticationValue: { is: AUTHENTICATION_VALUE, need: both(forPayment, when('transStatus', 'Y', 'A')) },
  eci: { is: text(2, 2) },
  cardholderInfo: { is: text(128), need: when('acsDecConInd', 'Y') },
  broadInfo: { is: { type: 'object' } },
  whiteListStatus: { is: oneOf('Y', 'N', 'E', 'P', 'R', 'U'), in210: null },
  whiteListStatusSource: {
    is: codes(3),
    in210: null,
    need: ({ message, version }) => version !== '2.1.0' && message.whiteListStatus !== undefined,
  },
};
