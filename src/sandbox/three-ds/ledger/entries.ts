/** The ledger in `GET …/ledger`: one entry for each authentication. */
import type { ThreeDSLedger } from './ledger.ts';
import type { TransactionRow } from './rows.ts';

export interface AuthenticationEntry {
  readonly threeDSServerTransID: string;
  readonly dsTransID: string;
  readonly acsTransID: string;
  readonly scheme: string;
  /** acquirerMerchantID. */
  readonly merchant: string | null;
  readonly account: string;
  readonly purchaseAmount: string | null;
  readonly purchaseCurrency: string | null;
  readonly state: string;
  readonly transStatus: string;
  readonly transStatusReason: string | null;
  readonly eci: string | null;
  readonly authenticationValue: string | null;
  readonly challengeCancel: string | null;
  /** The state of each RReq. */
  readonly results: readonly string[];
  /** ISO 8601, UTC. */
  readonly at: string;
}

export interface ThreeDSEntryFilter {
  readonly merchant?: string | undefined;
  /** Any of a transaction's three ids. */
  readonly transaction?: string | undefined;
}

export function threeDSLedgerEntries(
  ledger: ThreeDSLedger,
  { merchant, transaction }: ThreeDSEntryFilter = {},
): AuthenticationEntry[] {
  return ledger.transactions
    .all({ merchant })
    .filter((row) => transaction === undefined || idsOf(row).includes(transaction))
    .map((row) => ({
      threeDSServerTransID: row.three_ds_server_trans_id,
      dsTransID: row.id,
      acsTransID: row.acs_trans_id,
      scheme: row.scheme,
      merchant: row.merchant,
      account: row.account,
      purchaseAmount: row.amount,
      purchaseCurrency: row.currency,
      state: row.state,
      transStatus: row.trans_status,
      transStatusReason: row.trans_status_reason,
      eci: row.eci,
      authenticationValue: row.authentication_value,
      challengeCancel: row.challenge_cancel,
      results: ledger.results.all({ ds_trans_id: row.id }).map(({ state }) => state),
      at: new Date(row.created_at).toISOString(),
    }));
}

function idsOf({ id, three_ds_server_trans_id: server, acs_trans_id: acs }: TransactionRow): string[] {
  return [id, server, acs];
}
