/** Verifies that an authentication value comes from this ACS, for the acquirer that receives it with a payment. */
import type { TransactionRow } from '../ledger/rows.ts';
import type { ThreeDSWork } from '../work.ts';
import { authenticationValueOf, isSameValue, seedOf } from './authentication-value.ts';

export interface Proof {
  readonly acctNumber: string;
  readonly dsTransID: string;
  /** Base64. */
  readonly authenticationValue: string;
  readonly eci: string;
}

export interface ProofVerification {
  /** Whether the ACS issued this value, for this card and with this ECI. */
  readonly isGenuine: boolean;
  readonly transStatus: string;
  /** Whether the payer was challenged. */
  readonly isChallenged: boolean;
  /** The authenticated amount, in minor units, and the ISO 4217 numeric code. */
  readonly purchaseAmount: string | null;
  readonly purchaseCurrency: string | null;
}

/** @returns undefined if the directory servers do not know the transaction */
export function verifyProof(
  { ledger, key }: Pick<ThreeDSWork, 'ledger' | 'key'>,
  proof: Proof,
): ProofVerification | undefined {
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
