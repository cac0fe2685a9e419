/** Messages of ISO 8583:1987 as bytes and as fields: the codec, and the vocabulary shared with the sandbox’s host. */
export { availableBalance, encodeBalance } from './additional-amounts.ts';
export {
  type AdditionalData,
  decodeAdditionalData,
  encodeAdditionalData,
  isSimulator,
  SIMULATOR_DATA,
} from './additional-data.ts';
export { decodeMessage, encodeMessage } from './codec.ts';
export type { FieldNumber, IsoFields, IsoMessage } from './fields.ts';
export { FrameReader, frame } from './frame.ts';
export { Iso8583Error } from './iso8583-error.ts';
export { ACCOUNT, ANSWER_MTI, MTI, NETWORK_CODE, PROCESSING, RESPONSE, VOID_REASON } from './message-types.ts';
export { decodeOriginalData, encodeOriginalData } from './original-data.ts';
export { escapeText, unescapeText } from './text.ts';
export { transmissionTimes } from './times.ts';
