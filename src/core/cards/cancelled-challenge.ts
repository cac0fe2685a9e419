import type { AuthenticationResult } from '../ports/index.ts';

/** challengeCancel: cancelled by the cardholder. */
const BY_PAYER = '01';

/** True if the payer cancelled the challenge, which is not a rejection by the issuer. */
export function isCancelledByPayer({ challengeCancel, recommendation }: AuthenticationResult): boolean {
  return challengeCancel === BY_PAYER && recommendation !== 'PROCEED';
}
