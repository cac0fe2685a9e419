/**
 * Results request and response (RReq, RRes): the directory server reports the result of a challenge, and the 3DS Server
 * acknowledges it.
 */
import { AUTHENTICATION_VALUE, code, codeOrReserved, type FieldTable, text, UUID } from '../field-types.ts';
import {
  ACS_RENDERING_TYPE,
  INTERACTION_COUNTER,
  MESSAGE_EXTENSION,
  MESSAGE_VERSION,
  messageType,
  REQUIRED_UUID,
  WHITE_LIST,
} from './shared.ts';
import { AUTHENTICATION_TYPE, TRANS_STATUS_REASON } from './status-codes.ts';

/** The results of an app's transaction include the SDK's id since 2.2.0. */
const SDK_ID_OF_RESULTS = {
  type: UUID,
  channels: ['01'],
  required: [{ messageVersion: ['2.2.0'], deviceChannel: ['01'] }],
} as const;

export const RREQ = {
  messageType: messageType('RReq'),
  messageVersion: MESSAGE_VERSION,
  messageCategory: { type: codeOrReserved('01', '02'), required: true },
  messageExtension: MESSAGE_EXTENSION,
  threeDSServerTransID: REQUIRED_UUID,
  acsTransID: REQUIRED_UUID,
  dsTransID: REQUIRED_UUID,
  sdkTransID: SDK_ID_OF_RESULTS,
  acsRenderingType: {
    type: ACS_RENDERING_TYPE,
    channels: ['01'],
    required: [{ messageVersion: ['2.1.0'], deviceChannel: ['01'] }, { acsDecConInd: ['N'] }],
  },
  authenticationType: { type: AUTHENTICATION_TYPE, required: [{ transStatus: ['Y', 'N'] }] },
  authenticationValue: { type: AUTHENTICATION_VALUE, required: [{ messageCategory: ['01'], transStatus: ['Y', 'A'] }] },
  challengeCancel: { type: codeOrReserved('01', '02', '03', '04', '05', '06', '07', '08') },
  eci: { type: text(2) },
  interactionCounter: {
    type: INTERACTION_COUNTER,
    channels: ['01', '02'],
    required: [{ messageVersion: ['2.1.0'], deviceChannel: ['01', '02'] }, { acsDecConInd: ['N'] }],
  },
  transStatus: { type: code('Y', 'N', 'U', 'A', 'R'), required: [{ messageCategory: ['01'] }] },
  transStatusReason: {
    type: TRANS_STATUS_REASON,
    required: [{ messageCategory: ['01'], transStatus: ['N', 'U', 'R'] }],
  },
  ...WHITE_LIST,
} as const satisfies FieldTable;

export const RRES = {
  messageType: messageType('RRes'),
  messageVersion: MESSAGE_VERSION,
  messageExtension: MESSAGE_EXTENSION,
  threeDSServerTransID: REQUIRED_UUID,
  acsTransID: REQUIRED_UUID,
  dsTransID: REQUIRED_UUID,
  sdkTransID: SDK_ID_OF_RESULTS,
  /** 01 received, 02 the CReq was not sent, 03 the challenge could not be shown. */
  resultsStatus: { type: codeOrReserved('01', '02', '03'), required: true },
} as const satisfies FieldTable;
