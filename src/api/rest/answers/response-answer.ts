/** The result from acquirer and gateway: `response`, `authorizationResponse` and the risk's code. */
import { authorizationResponseFields as GROUP } from '../../../contract/fields/authorization-response.ts';
import type { Values } from '../../../contract/read.ts';
import { type AnswerFields, writeGroup } from '../../../contract/write.ts';
import type { AcquirerReply, StoredTransaction } from '../../../core/ports/index.ts';
import { riskGroup } from './risk-answer.ts';

/** The interface's bound on `authorizationResponse.responseMessage`. */
const RESPONSE_MESSAGE_CHARACTERS_MAX = 16;

export function responseGroup(transaction: StoredTransaction): AnswerFields {
  const { outcome } = transaction;
  const { reply, provider } = outcome ?? {};
  return {
    ...(reply && { acquirerCode: reply.acquirerCode, acquirerMessage: reply.acquirerMessage }),
    ...(provider && { acquirerCode: asciiText(provider.code), acquirerMessage: asciiText(provider.message) }),
    cardSecurityCode: reply?.securityCode ?? { gatewayCode: 'NOT_PROCESSED' },
    ...(reply?.avs && { cardholderVerification: { avs: reply.avs } }),
    gatewayCode: outcome?.gatewayCode ?? 'PENDING',
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
export function authorizationResponse(reply: AcquirerReply, version: number): AnswerFields | undefined {
  const fields: Record<string, unknown> = {
    ...reply,
    responseCode: reply.acquirerCode,
    responseMessage: reply.acquirerMessage.slice(0, RESPONSE_MESSAGE_CHARACTERS_MAX),
  };
  for (const name in fields) {
    if (fields[name] === '') {
      fields[name] = undefined;
    }
  }
  return writeGroup(GROUP, fields as Values, version);
}
