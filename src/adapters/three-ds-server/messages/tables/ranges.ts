/** Preparation request and response (PReq, PRes): the participating cards, by ranges of their numbers. */
import { code, digits, type FieldTable, list, object, text, url, VERSION_TEXT } from '../field-types.ts';
import { MESSAGE_EXTENSION, MESSAGE_VERSION, messageType, REQUIRED_UUID } from './shared.ts';

export const PREQ = {
  messageType: messageType('PReq'),
  messageVersion: MESSAGE_VERSION,
  messageExtension: MESSAGE_EXTENSION,
  threeDSServerTransID: REQUIRED_UUID,
  threeDSServerRefNumber: { type: text(32), required: true },
  threeDSServerOperatorID: { type: text(32) },
  /** Requests the changes since this serial number. Absent: requests all ranges. */
  serialNum: { type: text(20) },
  // Not in the specification's PReq, but in one network's test cases.
  threeDSRequestorURL: { type: url(2_048) },
} as const satisfies FieldTable;

export const CARD_RANGE = {
  startRange: { type: digits(13, 19), required: true },
  endRange: { type: digits(13, 19), required: true },
  /** A: add, D: delete, M: modify. */
  actionInd: { type: code('A', 'D', 'M') },
  acsStartProtocolVersion: { type: VERSION_TEXT, required: true },
  acsEndProtocolVersion: { type: VERSION_TEXT, required: true },
  dsStartProtocolVersion: { type: VERSION_TEXT },
  dsEndProtocolVersion: { type: VERSION_TEXT },
  threeDSMethodURL: { type: url(256) },
  // May contain codes of later versions; unknown codes are ignored.
  acsInfoInd: { type: list(digits(2, 2), 99, 0), since: '2.2.0' },
} as const satisfies FieldTable;

/** The maximum number of ranges, more than any network has. */
export const RANGES_MAX = 1_000_000;

export const PRES = {
  messageType: messageType('PRes'),
  messageVersion: MESSAGE_VERSION,
  messageExtension: MESSAGE_EXTENSION,
  threeDSServerTransID: REQUIRED_UUID,
  dsTransID: REQUIRED_UUID,
  dsStartProtocolVersion: { type: VERSION_TEXT, required: true },
  dsEndProtocolVersion: { type: VERSION_TEXT, required: true },
  /** Absent: the message contains all ranges. */
  serialNum: { type: text(20) },
  cardRangeData: { type: list(object(CARD_RANGE), RANGES_MAX, 0) },
} as const satisfies FieldTable;
