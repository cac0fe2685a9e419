/** RReq and RRes: the result of a challenge or a decoupled authentication. */
import { AUTHENTICATION_VALUE, codes, digits, EXTENSIONS, like, oneOf, text, UUID, VERSION } from './formats.ts';
import {
  always,
  both,
  type ConditionInput,
  forPayment,
  from220,
  inApp,
  type MessageTable,
  when,
  withPayer,
} from './table.ts';

const REASONS_MAX = 26;
const REASONS_210_MAX = 21;
const DECOUPLED_TYPE = '04';
const TIMED_OUT = '14';

/** A decoupled authentication has no page for the payer. */
const isShown = ({ message }: ConditionInput): boolean => message.authenticationType !== DECOUPLED_TYPE;

export const RREQ: MessageTable = {
  messageType: { is: oneOf('RReq'), need: always },
  messageVersion: { is: VERSION, need: always },
  messageCategory: { is: codes(2), need: always },
  messageExtension: { is: EXTENSIONS },
  threeDSServerTransID: { is: UUID, need: always },
  acsTransID: { is: UUID, need: always },
  dsTransID: { is: UUID, need: always },
  sdkTransID: { is: UUID, need: both(inApp, from220) },
  transStatus: { is: oneOf('Y', 'N', 'U', 'A', 'R'), need: forPayment },
  transStatusReason: {
    is: codes(REASONS_MAX),
    in210: codes(REASONS_210_MAX),
    need: both(forPayment, when('transStatus', 'N', 'U', 'R')),
  },
  authenticationType: { is: codes(4), in210: codes(3), need: when('transStatus', 'Y', 'N') },
  authenticationValue: { is: AUTHENTICATION_VALUE, need: both(forPayment, when('transStatus', 'Y', 'A')) },
  acsRenderingType: { is: { type: 'object' }, need: both(inApp, isShown) },
  challengeCancel: { is: like('0[1-8]|[89]\\d'), need: when('transStatusReason', TIMED_OUT) },
  eci: { is: text(2, 2) },
  interactionCounter: { is: digits(2), need: both(withPayer, isShown) },
  whiteListStatus: { is: oneOf('Y', 'N', 'E', 'P', 'R', 'U'), in210: null },
  whiteListStatusSource: {
    is: codes(3),
    in210: null,
    need: ({ message, version }) => version !== '2.1.0' && message.whiteListStatus !== undefined,
  },
};

/** Only the directory server receives the method of the authentication. */
export const RREQ_TO_DS: MessageTable = { ...RREQ, authenticationMethod: { is: codes(10) } };

export const RRES: MessageTable = {
  messageType: { is: oneOf('RRes'), need: always },
  messageVersion: { is: VERSION, need: always },
  messageExtension: { is: EXTENSIONS },
  threeDSServerTransID: { is: UUID, need: always },
  acsTransID: { is: UUID, need: always },
  dsTransID: { is: UUID, need: always },
  sdkTransID: { is: UUID, need: both(inApp, from220) },
  /** 01 received, 02 no CReq was sent, 03 the challenge data did not arrive. */
  resultsStatus: { is: codes(3), need: always },
};
