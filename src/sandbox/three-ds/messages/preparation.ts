/** PReq and PRes: participating card ranges and their versions. */
import { codes, digits, EXTENSIONS, group, must, oneOf, text, UUID, url, VERSION } from './formats.ts';
import { always, type MessageTable } from './table.ts';

const INFO_MAX = 4;

export const PREQ: MessageTable = {
  messageType: { is: oneOf('PReq'), need: always },
  messageVersion: { is: VERSION, need: always },
  messageExtension: { is: EXTENSIONS },
  threeDSServerTransID: { is: UUID, need: always },
  threeDSServerRefNumber: { is: text(32), need: always },
  threeDSServerOperatorID: { is: text(32) },
  /** The serial number of the last answer. The request is for later changes only. */
  serialNum: { is: text(20) },
};

const range = {
  startRange: must(digits(13, 19)),
  endRange: must(digits(13, 19)),
  acsStartProtocolVersion: must(VERSION),
  acsEndProtocolVersion: must(VERSION),
  dsStartProtocolVersion: VERSION,
  dsEndProtocolVersion: VERSION,
  threeDSMethodURL: url(256),
};

export const PRES: MessageTable = {
  messageType: { is: oneOf('PRes'), need: always },
  messageVersion: { is: VERSION, need: always },
  messageExtension: { is: EXTENSIONS },
  threeDSServerTransID: { is: UUID, need: always },
  dsTransID: { is: UUID, need: always },
  dsStartProtocolVersion: { is: VERSION, need: always },
  dsEndProtocolVersion: { is: VERSION, need: always },
  serialNum: { is: text(20) },
  cardRangeData: {
    is: {
      type: 'array',
      of: group({
        ...range,
        actionInd: oneOf('A', 'M', 'D'),
        acsInfoInd: { type: 'array', of: codes(INFO_MAX) },
      }),
    },
    in210: { type: 'array', of: group({ ...range, actionInd: oneOf('A', 'D') }) },
  },
};
