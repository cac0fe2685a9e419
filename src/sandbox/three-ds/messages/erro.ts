/** Erro: the reason for which a message could not be processed. */
import { oneOf, text, UUID, VERSION } from './formats.ts';
import { always, type Message, type MessageTable, VERSIONS } from './table.ts';

/** Every code, with a description in our own words: programs evaluate only the code. */
export const ERRO_TEXTS = {
  101: 'This message is none that is taken here.',
  102: 'This version is not supported.',
  103: 'Too many messages were sent.',
  201: 'A required element is missing.',
  202: 'A critical extension is not known.',
  203: 'An element does not have its format.',
  204: 'An element is there twice.',
  301: 'The transaction is not known.',
  302: 'The data could not be decrypted.',
  303: 'This sender or this address has no access.',
  304: 'A code of ISO is not valid.',
  305: 'The data does not belong to a transaction that is possible.',
  306: 'The merchant category code is not valid.',
  307: 'The serial number is not known.',
  402: 'The other side took too long.',
  403: 'The system fails for a while.',
  404: 'The system fails.',
  405: 'The other side could not be reached.',
} as const satisfies Readonly<Record<number, string>>;

export type ErrorCode = `${keyof typeof ERRO_TEXTS}`;
export const ERROR_CODES = Object.keys(ERRO_TEXTS) as ErrorCode[];

const MESSAGE_TYPES = ['AReq', 'ARes', 'CReq', 'CRes', 'PReq', 'PRes', 'RReq', 'RRes'] as const;

export const ERRO: MessageTable = {
  messageType: { is: oneOf('Erro'), need: always },
  messageVersion: { is: VERSION, need: always },
  errorCode: { is: oneOf(...ERROR_CODES), need: always },
  /** C the payer's app, S the 3DS Server, D the directory server, A the ACS. */
  errorComponent: { is: oneOf('C', 'S', 'D', 'A'), need: always },
  errorDescription: { is: text(2048), need: always },
  errorDetail: { is: text(2048), need: always },
  errorMessageType: { is: oneOf(...MESSAGE_TYPES) },
  threeDSServerTransID: { is: UUID },
  acsTransID: { is: UUID },
  dsTransID: { is: UUID },
  sdkTransID: { is: UUID },
};

export interface MessageError {
  readonly code: ErrorCode;
  /** The elements' names, or further information. */
  readonly detail: string;
}

const IDS = ['threeDSServerTransID', 'acsTransID', 'dsTransID', 'sdkTransID'] as const;
const UUID_PATTERN = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DETAIL_CHARACTERS_MAX = 2048;

/** @param about the message in error, as far as it could be parsed */
export function erroOf(component: 'A' | 'D', { code, detail }: MessageError, about: Message = {}): Message {
  const ids = IDS.filter((name) => UUID_PATTERN.test(String(about[name])));
  const type = MESSAGE_TYPES.find((one) => one === about.messageType);
  return {
    messageType: 'Erro',
    messageVersion: VERSIONS.find((one) => one === about.messageVersion) ?? VERSIONS.at(-1),
    errorCode: code,
    errorComponent: component,
    errorDescription: ERRO_TEXTS[code],
    errorDetail: detail.slice(0, DETAIL_CHARACTERS_MAX),
    errorMessageType: type,
    ...Object.fromEntries(ids.map((name) => [name, about[name]])),
  };
}
