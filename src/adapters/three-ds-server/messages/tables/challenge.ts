/**
 * Challenge request and response (CReq, CRes) of a browser. Those of an app's SDK do not pass the 3DS Server: they are
 * encrypted between the SDK and the ACS.
 */
import { code, type FieldTable } from '../field-types.ts';
import { MESSAGE_EXTENSION, MESSAGE_VERSION, messageType, REQUIRED_UUID } from './shared.ts';

export const CREQ = {
  messageType: messageType('CReq'),
  messageVersion: MESSAGE_VERSION,
  messageExtension: MESSAGE_EXTENSION,
  threeDSServerTransID: REQUIRED_UUID,
  acsTransID: REQUIRED_UUID,
  /** 01 250 x 400, 02 390 x 400, 03 500 x 600, 04 600 x 400, 05 full screen. */
  challengeWindowSize: { type: code('01', '02', '03', '04', '05'), required: true },
} as const satisfies FieldTable;

export const CRES = {
  messageType: messageType('CRes'),
  messageVersion: MESSAGE_VERSION,
  messageExtension: MESSAGE_EXTENSION,
  threeDSServerTransID: REQUIRED_UUID,
  acsTransID: REQUIRED_UUID,
  // For a non-payment authentication each directory server decides whether the status is mandatory.
  transStatus: { type: code('Y', 'N'), required: [{ messageCategory: ['01'] }] },
} as const satisfies FieldTable;
