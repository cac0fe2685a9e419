/** Error message (Erro) about a message that could not be processed. */
import { code, digits, type FieldTable, text, UUID, VERSION_TEXT } from '../field-types.ts';
import { messageType } from './shared.ts';

export const ERRO = {
  messageType: messageType('Erro'),
  // Accept any version: an Erro that refuses the gateway's version has another version.
  messageVersion: { type: VERSION_TEXT, required: true },
  threeDSServerTransID: { type: UUID },
  acsTransID: { type: UUID },
  dsTransID: { type: UUID },
  sdkTransID: { type: UUID },
  // Accept any code, because later versions define further codes.
  errorCode: { type: digits(3, 3), required: true },
  /** The component that found the error: C the SDK, S the 3DS Server, D the directory server, A the ACS. */
  errorComponent: { type: code('C', 'S', 'D', 'A'), required: true },
  errorDescription: { type: text(2_048), required: true },
  errorDetail: { type: text(2_048), required: true },
  errorMessageType: { type: text(4) },
} as const satisfies FieldTable;
