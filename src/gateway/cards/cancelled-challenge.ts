import type { AuthenticationResult } from '../ports/index.ts';

/** challengeCancel: the payer. */
const BY_PAYER = '01';

/** Whether the payer cancelled at the bank's question, which refuses nobody. */
export function isCancelledByPayer({ challengeCancel, recommendation }: AuthenticationResult): boolean {
  return challengeCancel === BY_PAYER && recommendation !== 'PROCEED';
}
