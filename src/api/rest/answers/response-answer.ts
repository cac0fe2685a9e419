/** The result from acquirer and gateway: `response`, `authorizationResponse` and the risk's code. */
import type { AnswerOf, AnswerValues } from '../../../contract/answer-types.ts';
import { authorizationResponseFields as GROUP } from '../../../contract/fields/authorization-response.ts';
import type { response } from '../../../contract/fields/response-fields.ts';
import { writeGroup } from '../../../contract/write.ts';
import type { AcquirerReply, StoredTransaction } from '../../../core/ports/index.ts';
import { riskGroup } from './risk-answer.ts';

/** The interface's bound on `authorizationResponse.responseMessage`. */
const RESPONSE_MESSAGE_CHARACTERS_MAX = 16;

export function responseGroup(transaction: StoredTransaction): AnswerOf<typeof response> {
  const { reply, provider, gatewayCode = 'PENDING' } = transaction.outcome ?? {};
  return {
    acquirerCode: provider ? asciiText(provider.code) : reply?.acquirerCode,
    acquirerMessage: provider ? asciiText(provider.message) : reply?.acquirerMessage,
    cardSecurityCode: reply?.securityCode ?? { gatewayCode: 'NOT_PROCESSED' },
    cardholderVerification: reply?.avs && { avs: reply.avs },
    gatewayCode,
    risk: riskGroup(transaction),
  };
}

/** The interface's bound on `response.acquirerCode` and `response.acquirerMessage`. */
const PROVIDER_TEXT_CHARACTERS_MAX = 100;

/** Converts a provider's text, which may be in any script, to ASCII, which these fields require. */
function asciiText(text: string): string {
  const ascii = text
    .normalize('NFKD')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '?');
  return ascii.slice(0, PROVIDER_TEXT_CHARACTERS_MAX) || '-';
}

/** The acquirer's message, field by field. An empty text marks a field that was absent from the message. */
export function authorizationResponse(reply: AcquirerReply, version: number): AnswerOf<typeof GROUP> {
  const fields: AnswerValues<typeof GROUP> & { [name: string]: unknown } = {
    ...reply,
    responseCode: reply.acquirerCode,
    responseMessage: reply.acquirerMessage.slice(0, RESPONSE_MESSAGE_CHARACTERS_MAX),
  };
  for (const name in fields) {
    if (fields[name] === '') {
      (fields as { [name: string]: unknown })[name] = undefined;
    }
  }
  return writeGroup(GROUP, fields, version);
}
