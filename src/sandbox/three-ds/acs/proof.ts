/** What a status comes with: a reason, the indicator, and the value that proves it. */
import type { Scheme } from '../directory-server/schemes.ts';
import type { TransactionRow } from '../ledger/rows.ts';
import { authenticationValueOf } from './authentication-value.ts';

/** Where nobody gave one: the standard demands a reason of these. */
const REASONS: Readonly<Record<string, string>> = { N: '01', U: '07', R: '11' };

/** Which indicator a status has; the others have none. */
const ECI_OF: Readonly<Record<string, keyof Scheme['eci']>> = { Y: 'full', A: 'attempted', I: 'none' };

export function reasonOf(transStatus: string, given: string | undefined): string | null {
  return given ?? REASONS[transStatus] ?? null;
}

export function proofOf(
  { seed }: Pick<TransactionRow, 'seed'>,
  { eci }: Scheme,
  transStatus: string,
): Pick<TransactionRow, 'eci' | 'authentication_value'> {
  const name = ECI_OF[transStatus];
  return name === undefined
    ? { eci: null, authentication_value: null }
    : { eci: eci[name], authentication_value: authenticationValueOf(seed, transStatus, eci[name]) };
}
