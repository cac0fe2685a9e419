/** Converts the acquirer's answers to the gateway's terms. */
import type { AcquirerReply, BalanceOutcome } from '../../../core/ports/index.ts';
import { needsAuthentication, responseMeaningOf } from '../response-codes.ts';
import { verificationCodes } from '../verification-codes.ts';
import { availableBalance, type IsoFields, RESPONSE } from './message/index.ts';
import { networkDetails } from './network-details.ts';

/**
 * Converts an answer, which must have field 39. Fields that the answer may omit (processing code, entry mode, local
 * date and time) are read from the request.
 *
 * @param meaningOf translates field 39
 */
export function readReply(sent: IsoFields, answer: IsoFields, meaningOf = responseMeaningOf): AcquirerReply {
  const acquirerCode = answer[39] ?? '';
  const responseMeaning = meaningOf(acquirerCode);
  const authorizationCode = answer[38]?.trimEnd();
  return {
    gatewayCode: responseMeaning.gatewayCode,
    acquirerCode,
    acquirerMessage: responseMeaning.message,
    ...(needsAuthentication(responseMeaning, sent[2]) && { needsAuthentication: true }),
    ...(authorizationCode && { authorizationCode }),
    ...verificationCodes(answer[44]),
    stan: sent[11] ?? '',
    time: answer[12] ?? sent[12] ?? '',
    date: answer[13] ?? sent[13] ?? '',
    processingCode: answer[3] ?? sent[3] ?? '',
    posEntryMode: answer[22] ?? sent[22] ?? '',
    ...(hasChanged(sent[22], answer[22]) && { posEntryModeChanged: 'Y' }),
    ...networkDetails(answer[48]),
  };
}

/** An approval without a balance counts as unanswered. @param currency ISO 4217 numeric */
export function readBalance(answer: IsoFields, currency: string): BalanceOutcome {
  if (answer[39] !== RESPONSE.approved) {
    return { status: 'REFUSED', gatewayCode: responseMeaningOf(answer[39] ?? '').gatewayCode };
  }
  const balance = availableBalance(answer[54], currency);
  return balance === undefined ? { status: 'NO_ANSWER' } : { status: 'KNOWN', balance };
}

function hasChanged(sent: string | undefined, answered: string | undefined): boolean {
  return sent !== undefined && answered !== undefined && sent !== answered;
}
