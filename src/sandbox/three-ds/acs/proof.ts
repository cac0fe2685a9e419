/** The elements that a transStatus requires: a reason, the ECI, and the authentication value. */
import type { Scheme } from '../directory-server/schemes.ts';
import type { TransactionRow } from '../ledger/rows.ts';
import { authenticationValueOf } from './authentication-value.ts';

/** Default reasons by status. The standard requires a reason for these statuses. */
const REASONS: Readonly<Record<string, string>> = { N: '01', U: '07', R: '11' };

/** The kind of ECI of a status. Other statuses have no ECI. */
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
