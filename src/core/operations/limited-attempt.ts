/** Sends a card's request to the acquirer within the merchant's limits on declined attempts. */
import type { RequestFields } from '../../contract/request-fields.ts';
import { maskedNumber } from '../cards/instrument.ts';
import type { Gateway } from '../gateway.ts';
import type { CardAttempt } from '../limits/attempt-limits.ts';
import { declineClass } from '../limits/decline-classes.ts';
import { LIMITED_CODE } from '../limits/limit-rules.ts';
import type { Merchant } from '../merchant/merchant.ts';
import type { Instrument } from '../ports/index.ts';
import type { FinalAnswer } from '../processing/final-answer.ts';

/** The sources that card testers cannot use: terminals that read the card, and merchant-initiated payments. */
const WITHOUT_PAYER: ReadonlySet<string | undefined> = new Set(['CARD_PRESENT', 'MERCHANT']);

/** The masking for the operator's list. The merchant's own masking may make all cards look the same. */
const OPERATOR_MASKING = '6.4';

interface CardRequest {
  readonly instrument: Instrument;
  readonly values: RequestFields;
}

/**
 * @returns the acquirer's answer. If no request was sent: the gateway's own decline because a limit is reached, or
 *   NOT_SENT because the wait for other attempts was too long
 */
export async function withinLimits(
  gateway: Gateway,
  merchant: Merchant,
  sent: CardRequest,
  send: () => Promise<FinalAnswer>,
): Promise<FinalAnswer> {
  // The attempt may have waited, and this process may have lost its lease during the wait. Another process may then
  // have reversed the request, so it must not be sent.
  const sendAlive = async (): Promise<FinalAnswer> => (gateway.isAlive() ? send() : { status: 'NOT_SENT' });
  const attempted = await gateway.attemptLimits.run(attemptOf(merchant, sent), sendAlive, (answer) =>
    answer.status === 'ANSWERED' ? declineClass(answer.rejected ?? answer.reply.gatewayCode, answer.reply) : 'NONE',
  );
  if ('limited' in attempted) {
    return { status: 'DECIDED', gatewayCode: LIMITED_CODE };
  }
  return 'waited' in attempted ? { status: 'NOT_SENT' } : attempted.answer;
}

export function attemptOf({ key, profile }: Merchant, { instrument: { number }, values }: CardRequest): CardAttempt {
  return {
    merchantKey: key,
    limits: profile.limits,
    number,
    shown: maskedNumber(number, OPERATOR_MASKING),
    isPayers: !WITHOUT_PAYER.has(values.transaction?.source),
  };
}
