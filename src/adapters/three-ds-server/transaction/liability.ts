/** Interprets a result: the status in answers, the recommendation, and the liability for fraud. */
import type { AuthenticationSubject, EndResult } from './state.ts';

export type AuthenticationStatus =
  | 'AUTHENTICATION_ATTEMPTED'
  | 'AUTHENTICATION_EXEMPT'
  | 'AUTHENTICATION_FAILED'
  | 'AUTHENTICATION_NOT_SUPPORTED'
  | 'AUTHENTICATION_REJECTED'
  | 'AUTHENTICATION_SUCCESSFUL'
  | 'AUTHENTICATION_UNAVAILABLE';

/** MERCHANT_DECIDES: the rule in the merchant's profile decides. */
export type Recommendation = 'DO_NOT_PROCEED' | 'MERCHANT_DECIDES' | 'PROCEED';

export interface LiabilityVerdict {
  readonly status: AuthenticationStatus;
  readonly recommendation: Recommendation;
  /** The party that is liable for fraud, according to this authentication. */
  readonly liability: 'ISSUER' | 'MERCHANT';
  /** Electronic commerce indicator, for the acquirer. */
  readonly eci: string | undefined;
}

type KnownStatus = NonNullable<EndResult['transStatus']>;

const MEANINGS: Readonly<Record<KnownStatus, Pick<LiabilityVerdict, 'status' | 'recommendation'>>> = {
  Y: { status: 'AUTHENTICATION_SUCCESSFUL', recommendation: 'PROCEED' },
  A: { status: 'AUTHENTICATION_ATTEMPTED', recommendation: 'PROCEED' },
  I: { status: 'AUTHENTICATION_EXEMPT', recommendation: 'PROCEED' },
  U: { status: 'AUTHENTICATION_UNAVAILABLE', recommendation: 'MERCHANT_DECIDES' },
  N: { status: 'AUTHENTICATION_FAILED', recommendation: 'DO_NOT_PROCEED' },
  R: { status: 'AUTHENTICATION_REJECTED', recommendation: 'DO_NOT_PROCEED' },
};

/** The ACS required a challenge that timed out. The payer may have abandoned it, so it is not a technical failure. */
const UNANSWERED_CHALLENGE = { status: 'AUTHENTICATION_UNAVAILABLE', recommendation: 'DO_NOT_PROCEED' } as const;

/** ECI of authenticated payments (Y) and of attempts (A). Mastercard uses its own values. */
const ECI_OF_MOST = { Y: '05', A: '06' } as const;
const ECI_OF_MASTERCARD = { Y: '02', A: '01' } as const;

export function liabilityVerdictOf(
  { scheme, messageCategory }: AuthenticationSubject,
  result: EndResult,
): LiabilityVerdict {
  const { transStatus, unknownBecause, authenticationValue, eci = derivedEci(scheme, transStatus) } = result;
  if (transStatus === undefined) {
    return { status: 'AUTHENTICATION_NOT_SUPPORTED', recommendation: 'PROCEED', liability: 'MERCHANT', eci: undefined };
  }
  const isShifted =
    (transStatus === 'Y' || transStatus === 'A') && messageCategory === '01' && authenticationValue !== undefined;
  return {
    ...(unknownBecause === 'NO_RREQ' ? UNANSWERED_CHALLENGE : MEANINGS[transStatus]),
    liability: isShifted ? 'ISSUER' : 'MERCHANT',
    eci,
  };
}

/** The ECI if the ACS sent none. */
function derivedEci(scheme: string, transStatus: EndResult['transStatus']): string | undefined {
  const table = scheme === 'MASTERCARD' ? ECI_OF_MASTERCARD : ECI_OF_MOST;
  return transStatus === 'Y' || transStatus === 'A' ? table[transStatus] : undefined;
}
