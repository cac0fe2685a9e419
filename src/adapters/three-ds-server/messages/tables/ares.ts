/** Authentication response (ARes): the result, or that the ACS requires a challenge. */
import { AUTHENTICATION_VALUE, byVersion, code, type FieldTable, json, text, url } from '../field-types.ts';
import {
  ACS_RENDERING_TYPE,
  MESSAGE_EXTENSION,
  MESSAGE_VERSION,
  messageType,
  REQUIRED_UUID,
  SDK_TRANSACTION_ID,
  WHITE_LIST,
} from './shared.ts';
import { AUTHENTICATION_TYPE, TRANS_STATUS_REASON } from './status-codes.ts';

/** The cardholder is challenged in the browser, or authenticated without it (decoupled). */
const WHERE_ASKED = [{ transStatus: ['C'] }, { messageVersion: ['2.2.0'], transStatus: ['D'] }] as const;

export const ARES = {
  messageType: messageType('ARes'),
  messageVersion: MESSAGE_VERSION,
  messageExtension: MESSAGE_EXTENSION,
  threeDSServerTransID: REQUIRED_UUID,
  acsTransID: REQUIRED_UUID,
  dsTransID: REQUIRED_UUID,
  sdkTransID: SDK_TRANSACTION_ID,
  acsReferenceNumber: { type: text(32), required: true },
  dsReferenceNumber: { type: text(32), required: true },
  acsOperatorID: { type: text(32) },
  acsChallengeMandated: { type: code('Y', 'N'), required: WHERE_ASKED },
  acsDecConInd: { type: code('Y', 'N'), since: '2.2.0', required: [{ transStatus: ['D'] }] },
  acsRenderingType: {
    type: ACS_RENDERING_TYPE,
    channels: ['01'],
    required: [{ deviceChannel: ['01'], transStatus: ['C'] }],
  },
  acsSignedContent: {
    type: { kind: 'jws', max: 64_000 },
    channels: ['01'],
    required: [{ deviceChannel: ['01'], transStatus: ['C'] }],
  },
  acsURL: { type: url(2_048), channels: ['02'], required: [{ deviceChannel: ['02'], transStatus: ['C'] }] },
  authenticationType: { type: AUTHENTICATION_TYPE, required: WHERE_ASKED },
  authenticationValue: { type: AUTHENTICATION_VALUE, required: [{ messageCategory: ['01'], transStatus: ['Y', 'A'] }] },
  broadInfo: { type: json(4_096) },
  // A text for the payer, which must be shown as text rather than HTML.
  cardholderInfo: { type: text(128), required: [{ messageVersion: ['2.2.0'], acsDecConInd: ['Y'] }] },
  eci: { type: text(2) },
  transStatus: {
    type: byVersion(code('Y', 'N', 'U', 'A', 'C', 'R'), code('Y', 'N', 'U', 'A', 'C', 'D', 'R', 'I')),
    required: [{ messageCategory: ['01'] }],
  },
  transStatusReason: {
    type: TRANS_STATUS_REASON,
    required: [{ messageCategory: ['01'], transStatus: ['N', 'U', 'R'] }],
  },
  ...WHITE_LIST,
} as const satisfies FieldTable;
