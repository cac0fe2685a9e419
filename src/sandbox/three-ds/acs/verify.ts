/** Whether an authentication was the ACS's own: for who is handed its value with a payment. */
import type { TransactionRow } from '../ledger/rows.ts';
import type { Work } from '../work.ts';
import { authenticationValueOf, isSameValue, seedOf } from './authentication-value.ts';

export interface Proof {
  readonly acctNumber: string;
  readonly dsTransID: string;
  /** Base64. */
  readonly authenticationValue: string;
  readonly eci: string;
}

export interface Verified {
  /** Whether the ACS gave this value, for this card, with this indicator. */
  readonly isGenuine: boolean;
  readonly transStatus: string;
  /** Whether the payer was asked, and not only recognised. */
  readonly isChallenged: boolean;
  /** What was authenticated: minor units, and ISO 4217's number. */
  readonly purchaseAmount: string | null;
  readonly purchaseCurrency: string | null;
}

/** @returns undefined where the directory servers know no such transaction */
export function verify({ ledger, key }: Pick<Work, 'ledger' | 'key'>, proof: Proof): Verified | undefined {
  const { acctNumber, authenticationValue, eci } = proof;
  const row: TransactionRow | undefined = ledger.transactions.find({ id: proof.dsTransID });
  if (row === undefined) {
    return undefined;
  }
  const money = { purchaseAmount: row.amount, purchaseCurrency: row.currency };
  const seed = seedOf(key, { acctNumber, dsTransID: row.id, ...money });
  const wanted = authenticationValueOf(seed, row.trans_status, eci);
  const isGenuine = row.eci === eci && isSameValue(authenticationValue, wanted);
  return { isGenuine, transStatus: row.trans_status, isChallenged: row.kind !== null, ...money };
}
