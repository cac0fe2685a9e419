/** Stored disputes: implements their port over any engine. */
import { InvariantError, intactOf } from '../../../contract/invariant.ts';
import { type DisputeSearch, type Disputes, NO_DEADLINE, type StoredDispute } from '../../../core/ports/index.ts';
import { Repository } from '../engine/repository.ts';
import * as statements from './statements.ts';

const FIRST = { at: 0, key: 0 };
const LAST = { at: Number.MAX_SAFE_INTEGER, key: Number.MAX_SAFE_INTEGER };

export type DisputeRow = NonNullable<(typeof statements.findDispute)['row']>;

export class StoredDisputes extends Repository implements Disputes {
  async search({ merchantKey, isOpen, overdueSince, after, limit }: DisputeSearch): Promise<readonly StoredDispute[]> {
    const page = { merchantKey, overdueSince, limit, ...(after ?? (isOpen ? FIRST : LAST)) };
    const rows = await this.engine.read(isOpen ? statements.openDisputes : statements.closedDisputes, page);
    return intactOf(rows, disputeFrom);
  }

  async ofOrder(orderKey: number): Promise<readonly StoredDispute[]> {
    return intactOf(await this.engine.read(statements.disputesOfOrder, { orderKey }), disputeFrom);
  }

  async find(key: number): Promise<StoredDispute | undefined> {
    const [row] = await this.engine.read(statements.findDispute, { key });
    return row && disputeFrom(row);
  }
}

/** @throws InvariantError for a damaged row */
export function disputeFrom(row: DisputeRow): StoredDispute {
  const key = Number(row.key);
  const dueAt = Number(row.due_at);
  return {
    key,
    merchantKey: Number(row.merchant_key),
    orderKey: Number(row.order_key),
    orderId: row.order_id,
    source: row.source,
    id: row.id,
    isOpen: Number(row.is_open) === 1,
    dueAt: dueAt === NO_DEADLINE ? undefined : dueAt,
    changedAt: Number(row.changed_at),
    facts: factsFrom(row.facts, key),
  };
}

function factsFrom(text: string, key: number): StoredDispute['facts'] {
  try {
    return JSON.parse(text) as StoredDispute['facts'];
  } catch (cause) {
    throw new InvariantError(`dispute ${key} is not as it is stored`, { cause });
  }
}
