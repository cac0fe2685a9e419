/** What the acquirer and the gateway said of a transaction: `response`, `authorizationResponse` and the risk's code. */
import { authorizationResponseFields as GROUP } from '../../contract/fields/authorization-response.ts';
import { resultOf } from '../../contract/gateway-codes.ts';
import type { Values } from '../../contract/read.ts';
import { textAt } from '../../contract/values.ts';
import { type Answer, writeGroup } from '../../contract/write.ts';
import type { StoredTransaction } from '../../gateway/order-records.ts';
import type { AcquirerReply } from '../../gateway/ports.ts';

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

/** A provider writes in any script; these fields of the interface hold ASCII. */
function asciiText(text: string): string {
  const ascii = text
    .normalize('NFKD')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '?');
  return ascii.slice(0, PROVIDER_TEXT_CHARACTERS_MAX) || '-';
}

/**
 * What the merchant's own rules (`rejectOn`) made of it. Without a rule, without an answer, after a decline, and where
 * the issuer said
 * nothing of address and security code there is nothing to check; a merchant that bypasses its rules has none for this
 * transaction.
 */
export function riskCode({ request, outcome }: StoredTransaction): 'ACCEPTED' | 'NOT_CHECKED' | 'REJECTED' {
  const hasRules =
    request.riskChecked === true && textAt(request.details, 'action.bypassMerchantRiskRules') === undefined;
  const reply = outcome?.reply;
  if (!hasRules || reply === undefined || resultOf(reply.gatewayCode) === 'FAILURE') {
    return 'NOT_CHECKED';
  }
  if (reply.avs === undefined && reply.securityCode === undefined) {
    return 'NOT_CHECKED';
  }
  return resultOf(outcome!.gatewayCode) === 'FAILURE' ? 'REJECTED' : 'ACCEPTED';
}

/** The acquirer's message, field by field, as far as it said it: what a message did not have is an empty text. */
export function authorizationResponse(reply: AcquirerReply, version: number): Answer | undefined {
  const said: Record<string, unknown> = {
    ...reply,
    responseCode: reply.acquirerCode,
    responseMessage: reply.acquirerMessage.slice(0, RESPONSE_MESSAGE_CHARACTERS_MAX),
  };
  for (const name in said) {
    if (said[name] === '') {
      said[name] = undefined;
    }
  }
  return writeGroup(GROUP, said as Values, version);
}
