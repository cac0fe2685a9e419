/** The answers of the older pair, and the `3DSecure` group of a payment that names one of its authentications. */
import { createHash } from 'node:crypto';
import type { AnswerOf, AnswerValues } from '../../../../contract/answer-types.ts';
import { enrolmentAnswer } from '../../../../contract/fields/enrolment-fields.ts';
import type { threeDSecure } from '../../../../contract/fields/three-d-secure.ts';
import { writeGroup } from '../../../../contract/write.ts';
import type { Merchant } from '../../../../core/index.ts';
import type { ShownAuthentication } from '../../../../core/payer-authentication/index.ts';
import { cardGroup } from '../../answers/source-of-funds-answer.ts';
import { answerStatuses } from '../authentication-status.ts';

type EnrolmentAnswer = AnswerValues<typeof enrolmentAnswer>;
type PaidThreeDSecure = AnswerValues<typeof threeDSecure>;
type Status = NonNullable<ShownAuthentication['view']['result']>['status'];
type PaResStatus = 'A' | 'N' | 'U' | 'Y';
type Summary =
  | 'AUTHENTICATION_ATTEMPTED'
  | 'AUTHENTICATION_FAILED'
  | 'AUTHENTICATION_NOT_AVAILABLE'
  | 'AUTHENTICATION_SUCCESSFUL';

interface EnrolmentResult {
  readonly paResStatus: PaResStatus;
  readonly summary: Summary;
}

const FAILED_RESULT: EnrolmentResult = { paResStatus: 'N', summary: 'AUTHENTICATION_FAILED' };
const UNKNOWN_RESULT: EnrolmentResult = { paResStatus: 'U', summary: 'AUTHENTICATION_NOT_AVAILABLE' };

/** The older pair has fewer statuses than EMV 3-D Secure. */
const RESULTS: Readonly<Record<Exclude<Status, 'AUTHENTICATION_NOT_SUPPORTED'>, EnrolmentResult>> = {
  AUTHENTICATION_ATTEMPTED: { paResStatus: 'A', summary: 'AUTHENTICATION_ATTEMPTED' },
  // The payer was not authenticated.
  AUTHENTICATION_EXEMPT: UNKNOWN_RESULT,
  AUTHENTICATION_FAILED: FAILED_RESULT,
  AUTHENTICATION_REJECTED: FAILED_RESULT,
  AUTHENTICATION_SUCCESSFUL: { paResStatus: 'Y', summary: 'AUTHENTICATION_SUCCESSFUL' },
  AUTHENTICATION_UNAVAILABLE: UNKNOWN_RESULT,
};

/** Length of an `xid`: 20 bytes are the 28 characters of Base64 that the interface requires. */
const XID_BYTES = 20;

/** 3DS1's id of an authentication has 20 bytes, while EMV's is a UUID, so the id is derived by hashing. */
function xidOf({ authentication }: ShownAuthentication): string {
  const hash = createHash('sha256').update(authentication.threeDSServerTransID).digest();
  return hash.subarray(0, XID_BYTES).toString('base64');
}

interface EnrolmentStatus {
  readonly veResEnrolled: 'N' | 'U' | 'Y';
  readonly summaryStatus: EnrolmentAnswer['3DSecure']['summaryStatus'];
  /** The result. Absent until the issuer has answered, or if the issuer is not queried. */
  readonly ended?: EnrolmentResult;
}

/** @param hasScheme whether a directory server exists for cards of this kind */
function olderStanding({ authentication, view }: ShownAuthentication, hasScheme: boolean): EnrolmentStatus {
  const { result } = view;
  if (authentication.purpose.checked?.isCancelled) {
    return { veResEnrolled: 'Y', summaryStatus: FAILED_RESULT.summary, ended: FAILED_RESULT };
  }
  if (result === undefined) {
    return { veResEnrolled: 'Y', summaryStatus: 'CARD_ENROLLED' };
  }
  if (result.status === 'AUTHENTICATION_NOT_SUPPORTED') {
    return { veResEnrolled: 'N', summaryStatus: hasScheme ? 'CARD_NOT_ENROLLED' : 'CARD_DOES_NOT_SUPPORT_3DS' };
  }
  const ended = RESULTS[result.status];
  // Without the directory server's card ranges the enrolment is unknown, and the issuer is not queried.
  return view.version === undefined
    ? { veResEnrolled: 'U', summaryStatus: ended.summary }
    : { veResEnrolled: 'Y', summaryStatus: ended.summary, ended };
}

/** Omits the token that the issuer sends with an exemption: it would contradict the status U. */
function proofOf(
  { view: { result } }: ShownAuthentication,
  { ended }: EnrolmentStatus,
): Pick<PaidThreeDSecure, 'acsEci' | 'authenticationToken'> {
  return ended?.paResStatus === 'Y' || ended?.paResStatus === 'A'
    ? { acsEci: result?.eci, authenticationToken: result?.authenticationToken?.reveal() }
    : {};
}

export interface EnrolmentShowing {
  readonly merchant: Merchant;
  readonly version: number;
  readonly hasScheme: boolean;
  /** The next step for the payer's browser. */
  readonly redirect?: EnrolmentRedirect | undefined;
}

export type EnrolmentRedirect = EnrolmentAnswer['3DSecure']['authenticationRedirect'];

export function olderAnswer(
  shown: ShownAuthentication,
  { merchant, version, hasScheme, redirect }: EnrolmentShowing,
): AnswerOf<typeof enrolmentAnswer> {
  const { authentication, view } = shown;
  const standing = olderStanding(shown, hasScheme);
  const { veResEnrolled, summaryStatus, ended } = standing;
  const { gatewayRecommendation } = answerStatuses(view, merchant.profile);
  const isCancelled = authentication.purpose.checked?.isCancelled === true;
  const values: EnrolmentAnswer = {
    '3DSecure': {
      ...proofOf(shown, standing),
      authenticationRedirect: redirect,
      paResStatus: ended?.paResStatus,
      summaryStatus,
      veResEnrolled,
      xid: xidOf(shown),
    },
    '3DSecureId': authentication.transactionId,
    merchant: merchant.id,
    response: {
      '3DSecure': { gatewayCode: summaryStatus },
      gatewayRecommendation: isCancelled ? 'DO_NOT_PROCEED' : gatewayRecommendation,
    },
    version: version.toString(),
  };
  return {
    ...writeGroup(enrolmentAnswer, values, version),
    sourceOfFunds: cardGroup(authentication.purpose.instrument, version),
  };
}

const AS_EXTERNAL: Readonly<Record<Summary, PaidThreeDSecure['authenticationStatus']>> = {
  AUTHENTICATION_ATTEMPTED: 'AUTHENTICATION_ATTEMPTED',
  AUTHENTICATION_FAILED: undefined,
  AUTHENTICATION_NOT_AVAILABLE: 'AUTHENTICATION_NOT_AVAILABLE',
  AUTHENTICATION_SUCCESSFUL: 'AUTHENTICATION_SUCCESSFUL',
};

const ENROLMENTS = { N: 'NOT_ENROLLED', U: 'ENROLLMENT_STATUS_UNDETERMINED', Y: 'ENROLLED' } as const;

/** The `3DSecure` group of a payment that names the authentication. */
export function paidByOlderPair(shown: ShownAuthentication): PaidThreeDSecure {
  const standing = olderStanding(shown, true);
  const { veResEnrolled, ended } = standing;
  return {
    ...proofOf(shown, standing),
    authenticationStatus: ended && AS_EXTERNAL[ended.summary],
    enrollmentStatus: ENROLMENTS[veResEnrolled],
    xid: xidOf(shown),
  };
}
