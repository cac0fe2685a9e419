/** What a result means: the status of answers, whether to go on, and who bears a fraud. */
import type { AuthenticationSubject, EndResult } from './state.ts';

export type AuthenticationStatus =
  | 'AUTHENTICATION_ATTEMPTED'
  | 'AUTHENTICATION_EXEMPT'
  | 'AUTHENTICATION_FAILED'
  | 'AUTHENTICATION_NOT_SUPPORTED'
  | 'AUTHENTICATION_REJECTED'
  | 'AUTHENTICATION_SUCCESSFUL'
  | 'AUTHENTICATION_UNAVAILABLE';

/** MERCHANT_DECIDES: by the rule in its profile. */
export type Recommendation = 'DO_NOT_PROCEED' | 'MERCHANT_DECIDES' | 'PROCEED';

export interface Verdict {
  readonly status: AuthenticationStatus;
  readonly recommendation: Recommendation;
  /** Who bears a fraud, as far as the authentication decides it. */
  readonly liability: 'ISSUER' | 'MERCHANT';
  /** Electronic commerce indicator, for the acquirer. */
  readonly eci?: string;
}

type Known = NonNullable<EndResult['transStatus']>;

const MEANINGS: Readonly<Record<Known, Pick<Verdict, 'status' | 'recommendation'>>> = {
  Y: { status: 'AUTHENTICATION_SUCCESSFUL', recommendation: 'PROCEED' },
  A: { status: 'AUTHENTICATION_ATTEMPTED', recommendation: 'PROCEED' },
  I: { status: 'AUTHENTICATION_EXEMPT', recommendation: 'PROCEED' },
  U: { status: 'AUTHENTICATION_UNAVAILABLE', recommendation: 'MERCHANT_DECIDES' },
  N: { status: 'AUTHENTICATION_FAILED', recommendation: 'DO_NOT_PROCEED' },
  R: { status: 'AUTHENTICATION_REJECTED', recommendation: 'DO_NOT_PROCEED' },
};

/** Time ended it after the bank had wanted its customer asked, who may have let it lapse: no technical failure. */
const UNANSWERED = { status: 'AUTHENTICATION_UNAVAILABLE', recommendation: 'DO_NOT_PROCEED' } as const;

/** ECI of payments that were authenticated, and of those where that was attempted. Mastercard counts its own way. */
const ECI_OF_MOST = { Y: '05', A: '06' } as const;
const ECI_OF_MASTERCARD = { Y: '02', A: '01' } as const;

export function verdictOf({ scheme, messageCategory }: AuthenticationSubject, result: EndResult): Verdict {
  const { transStatus, unknownBecause, authenticationValue, eci = derivedEci(scheme, transStatus) } = result;
  if (transStatus === undefined) {
    return { status: 'AUTHENTICATION_NOT_SUPPORTED', recommendation: 'PROCEED', liability: 'MERCHANT' };
  }
  const isShifted =
    (transStatus === 'Y' || transStatus === 'A') && messageCategory === '01' && authenticationValue !== undefined;
  return {
    ...(unknownBecause === 'NO_RREQ' ? UNANSWERED : MEANINGS[transStatus]),
    liability: isShifted ? 'ISSUER' : 'MERCHANT',
    ...(eci !== undefined && { eci }),
  };
}

/** Where the ACS says none. */
function derivedEci(scheme: string, transStatus: EndResult['transStatus']): string | undefined {
  const table = scheme === 'MASTERCARD' ? ECI_OF_MASTERCARD : ECI_OF_MOST;
  return transStatus === 'Y' || transStatus === 'A' ? table[transStatus] : undefined;
}
