/** Reads transactions together with their orders, for work that continues after the answer. */
import { intactOf } from '../../../contract/invariant.ts';
import type { FollowUp } from '../../../core/ports/index.ts';
import type { Engine } from '../engine/engine.ts';
import { orderFrom, type TransactionWithOrderRow, transactionFrom } from './rows.ts';
import * as statements from './statements.ts';

interface Claim {
  /** The key of the claiming process. */
  readonly owner: number;
  /** An acquirer, as `acquirerProcessor` names it, or a provider. */
  readonly processor: string;
  readonly now: number;
  readonly limit: number;
}

/** Claims transactions whose status query is due. @returns the longest due first */
export async function claimFollowUps(engine: Engine, claim: Claim): Promise<FollowUp[]> {
  const claimed = await engine.claim(statements.claimFollowUps, claim);
  const longestDue = claimed.toSorted((one, other) => Number(one.follow_up_at) - Number(other.follow_up_at));
  const rows = longestDue.map(({ transaction_key: key }) => engine.read(statements.transactionWithOrder, { key }));
  return withOrders(engine, (await Promise.all(rows)).flat());
}

/** Converts rows to the gateway's types and adds the order to each. Omits damaged rows. */
export async function withOrders(engine: Engine, rows: readonly TransactionWithOrderRow[]): Promise<FollowUp[]> {
  const intact = intactOf(rows, (row) => ({ row, transaction: transactionFrom(row) }));
  const found = await Promise.all(
    intact.map(async ({ row, transaction }) => {
      const [order] = await engine.read(statements.findOrder, {
        merchantKey: Number(row.merchant_key),
        orderId: row.order_id,
      });
      return { row, transaction, order };
    }),
  );
  return intactOf(found, ({ row, transaction, order }) => ({
    order: order && orderFrom(order),
    transaction,
    merchantId: row.merchant_id,
    queries: Number(row.follow_ups ?? 0),
  })).filter((entry): entry is FollowUp => entry.order !== undefined);
}
