/** The host's answers to messages, with the values that the ledger stores for the movement. */
import { ANSWER_MTI, type IsoFields, type IsoMessage } from '../../adapters/acquirers/iso8583/message/index.ts';
import type { LedgerRow } from './acquirer-ledger-rows.ts';
import { networkAnswer } from './network-data.ts';
import { RESPONSE_OF_OUTCOME } from './outcomes.ts';

/** Fields of a message that its answer echoes. The card number is not among them. */
const ECHOED_FIELDS = [3, 4, 7, 11, 12, 13, 22, 37, 41, 42, 49, 70] as const;

const APPROVING_RESPONSES: ReadonlySet<string> = new Set([
  RESPONSE_OF_OUTCOME.APPROVED,
  RESPONSE_OF_OUTCOME.APPROVED_PENDING_SETTLEMENT,
]);

const AUTHORIZATION_CODE_LENGTH = 6;

/** The answer to `message`: the echoed fields, the response code, and the fields from the ledger's row. */
export function answerTo(message: IsoMessage, responseCode: string, row?: LedgerRow): IsoMessage {
  const fields: IsoFields = {};
  for (const field of ECHOED_FIELDS) {
    fields[field] = message.fields[field];
  }
  fields[39] = responseCode;
  if (row !== undefined) {
    const isApproval = APPROVING_RESPONSES.has(responseCode);
    const { network_data: networkData, root, id } = row;
    fields[38] = (isApproval && row.authorization_code?.padEnd(AUTHORIZATION_CODE_LENGTH)) || undefined;
    fields[44] = row.additional_response ?? undefined;
    fields[48] = networkData === null ? undefined : networkAnswer(networkData, root ?? id, isApproval);
  }
  return { mti: ANSWER_MTI[message.mti] ?? message.mti, fields };
}

/** The stored answer of the movement. Undefined if its answer is withheld. */
export function storedAnswer(message: IsoMessage, row: LedgerRow): IsoMessage | undefined {
  return row.is_silent === 1 ? undefined : answerTo(message, row.response_code, row);
}
