/** CReq and CRes, which a browser transmits. */
import { codes, EXTENSIONS, oneOf, UUID, VERSION, YES_NO } from './formats.ts';
import { always, forPayment, type MessageTable } from './table.ts';

const WINDOW_SIZES = 5;

export const CREQ: MessageTable = {
  messageType: { is: oneOf('CReq'), need: always },
  messageVersion: { is: VERSION, need: always },
  messageExtension: { is: EXTENSIONS },
  threeDSServerTransID: { is: UUID, need: always },
  acsTransID: { is: UUID, need: always },
  challengeWindowSize: { is: codes(WINDOW_SIZES), need: always },
};

/** The last message. Its status is only a hint of the result. */
export const CRES: MessageTable = {
  messageType: { is: oneOf('CRes'), need: always },
  messageVersion: { is: VERSION, need: always },
  messageExtension: { is: EXTENSIONS },
  threeDSServerTransID: { is: UUID, need: always },
  acsTransID: { is: UUID, need: always },
  transStatus: { is: YES_NO, need: forPayment },
};
