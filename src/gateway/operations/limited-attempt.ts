/** A card's request to the acquirer, within the merchant's limits on declined tries. */
import type { RequestFields } from '../../contract/request-fields.ts';
import { maskedNumber } from '../cards/instrument.ts';
import type { Gateway } from '../gateway.ts';
import type { Attempt } from '../limits/attempt-limits.ts';
import { declineClass } from '../limits/decline-classes.ts';
import { LIMITED_CODE } from '../limits/limit-rules.ts';
import type { Merchant } from '../merchant/merchant.ts';
import type { Instrument } from '../ports/index.ts';
import type { FinalAnswer } from '../processing/complete.ts';

/** Nobody who tests cards has these: a terminal that read the card, and a merchant's renewals. */
const WITHOUT_PAYER: ReadonlySet<string | undefined> = new Set(['CARD_PRESENT', 'MERCHANT']);

/** Of the operator's list: the merchant's own masking may make all cards alike. */
const SHOWN = '6.4';

interface Sent {
  readonly instrument: Instrument;
  readonly values: RequestFields;
}

/**
 * @returns what was answered; a decision of our own where a limit is reached, and NOT_SENT where others were tried for
 *   too long: nothing was sent then
 */
export async function withinLimits(
  gateway: Gateway,
  merchant: Merchant,
  sent: Sent,
  send: () => Promise<FinalAnswer>,
): Promise<FinalAnswer> {
  // A try may have waited: who lost its lease meanwhile may be evicted, and what others reversed must not be sent.
  const sendAlive = async (): Promise<FinalAnswer> => (gateway.isAlive() ? send() : { status: 'NOT_SENT' });
  const attempted = await gateway.attemptLimits.run(attemptOf(merchant, sent), sendAlive, (answer) =>
    answer.status === 'ANSWERED' ? declineClass(answer.rejected ?? answer.reply.gatewayCode, answer.reply) : 'NONE',
  );
  if ('limited' in attempted) {
    return { status: 'DECIDED', gatewayCode: LIMITED_CODE };
  }
  return 'waited' in attempted ? { status: 'NOT_SENT' } : attempted.answer;
}

export function attemptOf({ key, profile }: Merchant, { instrument: { number }, values }: Sent): Attempt {
  return {
    merchantKey: key,
    limits: profile.limits,
    number,
    shown: maskedNumber(number, SHOWN),
    isPayers: !WITHOUT_PAYER.has(values.transaction?.source),
  };
}
