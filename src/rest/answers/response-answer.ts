/** The result from the acquirer and the gateway: `response`, `authorizationResponse` and the risk's code. */
import { authorizationResponseFields as GROUP } from '../../contract/fields/authorization-response.ts';
import { resultOf } from '../../contract/gateway-codes.ts';
import type { Values } from '../../contract/read.ts';
import { type Answer, writeGroup } from '../../contract/write.ts';
import type { AcquirerReply, StoredTransaction } from '../../gateway/ports/index.ts';

/** `authorizationResponse.responseMessage` has this many characters at most. */
const RESPONSE_MESSAGE_CHARACTERS_MAX = 16;

export function responseGroup(transaction: StoredTransaction): Answer {
  const { outcome } = transaction;
  const { reply, provider } = outcome ?? {};
  return {
    ...(reply && { acquirerCode: reply.acquirerCode, acquirerMessage: reply.acquirerMessage }),
    ...(provider && { acquirerCode: asciiText(provider.code), acquirerMessage: asciiText(provider.message) }),
    cardSecurityCode: reply?.securityCode ?? { gatewayCode: 'NOT_PROCESSED' },
    ...(reply?.avs && { cardholderVerification: { avs: reply.avs } }),
    gatewayCode: outcome?.gatewayCode ?? 'PENDING',
    risk: { gatewayCode: riskCode(transaction) },
  };
}

/** Characters of `response.acquirerCode` and `response.acquirerMessage`. */
const PROVIDER_TEXT_CHARACTERS_MAX = 100;

/** A provider's text may be in any script; these fields of the interface hold ASCII. */
function asciiText(text: string): string {
  const ascii = text
    .normalize('NFKD')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '?');
  return ascii.slice(0, PROVIDER_TEXT_CHARACTERS_MAX) || '-';
}

/**
 * The result of the merchant's own rules (`rejectOn`). There is nothing to check without a rule, without an answer,
 * after a decline, and when the issuer returned no result for address and security code. A merchant that bypasses its
 * rules has none for this transaction.
 */
export function riskCode({ request, outcome }: StoredTransaction): 'ACCEPTED' | 'NOT_CHECKED' | 'REJECTED' {
  const hasRules = request.riskChecked === true && request.details.action?.bypassMerchantRiskRules === undefined;
  const reply = outcome?.reply;
  if (!hasRules || reply === undefined || resultOf(reply.gatewayCode) === 'FAILURE') {
    return 'NOT_CHECKED';
  }
  if (reply.avs === undefined && reply.securityCode === undefined) {
    return 'NOT_CHECKED';
  }
  return resultOf(outcome!.gatewayCode) === 'FAILURE' ? 'REJECTED' : 'ACCEPTED';
}

/** The acquirer's message, field by field. An empty text marks a field that the message did not have. */
export function authorizationResponse(reply: AcquirerReply, version: number): Answer | undefined {
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
