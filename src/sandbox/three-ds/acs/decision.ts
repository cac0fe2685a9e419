/** The ACS's decision on an AReq: by a tester's choice, the card's expiry, its number, or the merchant's preference. */
import type { Message } from '../messages/table.ts';
import type { ChallengeKind } from './challenge-kinds.ts';

export interface Decision {
  readonly transStatus: string;
  readonly transStatusReason?: string | undefined;
  /** The kind of challenge, if `transStatus` is C. */
  readonly kind?: ChallengeKind | undefined;
}

const AUTHENTICATED: Decision = { transStatus: 'Y' };
const CHALLENGE_REQUIRED: Decision = { transStatus: 'C', kind: 'ONE_TIME_CODE' };
const INFORMATION_ONLY: Decision = { transStatus: 'I' };
/** Also replaces a decision whose status the message version does not have. */
const UNAVAILABLE: Decision = { transStatus: 'U', transStatusReason: '07' };
const UNSUPPORTED_DEVICE: Decision = { transStatus: 'U', transStatusReason: '03' };

/** The decisions by cardExpiryDate. The sandbox's acquirer approves payments with each of these expiries. */
export const BY_EXPIRY: Readonly<Record<string, Decision>> = {
  '4001': AUTHENTICATED,
  '4002': { transStatus: 'A' },
  '4003': { transStatus: 'N', transStatusReason: '01' },
  '4004': UNAVAILABLE,
  '4005': { transStatus: 'R', transStatusReason: '11' },
  '4006': INFORMATION_ONLY,
  '4007': CHALLENGE_REQUIRED,
  '4008': { transStatus: 'C', kind: 'SINGLE_SELECT' },
  '4009': { transStatus: 'C', kind: 'MULTI_SELECT' },
  '4010': { transStatus: 'C', kind: 'OUT_OF_BAND' },
  '4011': { transStatus: 'C', kind: 'HTML' },
  '4012': { transStatus: 'D' },
};

const BY_NUMBER: Readonly<Record<string, Decision>> = {
  '5123456789012346': AUTHENTICATED,
  '5123450000000008': CHALLENGE_REQUIRED,
};

/** The decisions by threeDSRequestorChallengeInd, the merchant's preference, if neither expiry nor number decides. */
const BY_WISH: Readonly<Record<string, Decision>> = {
  '02': AUTHENTICATED,
  '03': CHALLENGE_REQUIRED,
  '04': CHALLENGE_REQUIRED,
  '05': INFORMATION_ONLY,
  '06': INFORMATION_ONLY,
  '07': INFORMATION_ONLY,
  '09': CHALLENGE_REQUIRED,
};

/** Preferences that the card number does not override: a mandated challenge, and the request to trust the shop. */
const MANDATES = ['04', '09'];
/** The preference for no challenge because the payer trusts this shop. */
const TRUSTED_WISH = '08';

/** @param isTrusted whether the card's owner has trusted this shop before */
export function decideAuthentication(
  areq: Message,
  { isTrusted, isForced }: { isTrusted: boolean; isForced?: Decision | undefined },
): Decision {
  const wish = String(areq.threeDSRequestorChallengeInd ?? '');
  if (areq.deviceChannel !== '02' && areq.deviceChannel !== '03') {
    return UNSUPPORTED_DEVICE;
  }
  const wished = isTrusted && wish === TRUSTED_WISH ? AUTHENTICATED : BY_WISH[wish];
  const byNumber = MANDATES.includes(wish) ? wished : BY_NUMBER[String(areq.acctNumber)];
  const decision = isForced ?? BY_EXPIRY[String(areq.cardExpiryDate)] ?? byNumber ?? wished ?? CHALLENGE_REQUIRED;
  return possible(decision, areq);
}

/** Replaces a decision that the message version, the device channel or the merchant does not support. */
function possible(decision: Decision, areq: Message): Decision {
  const { transStatus } = decision;
  const isOld = areq.messageVersion === '2.1.0';
  if (transStatus === 'I' && isOld) {
    return UNAVAILABLE;
  }
  if (transStatus === 'D' && (isOld || areq.threeDSRequestorDecReqInd !== 'Y')) {
    return possible({ transStatus: 'C', kind: 'OUT_OF_BAND' }, areq);
  }
  // 3RI has no payer to challenge.
  return transStatus === 'C' && areq.deviceChannel === '03' ? AUTHENTICATED : decision;
}
