/** Stored audit trail: implements the trail's `AuditEntries` port. */
import type {
  AuditEntries,
  AuditEntry,
  ChainHead,
  NewEntry,
  StoredUnmasking,
} from '../../../back-office/audit/index.ts';
import { type Write, write } from '../engine/engine.ts';
import { Repository } from '../engine/repository.ts';
import * as statements from './statements.ts';

export class StoredAuditEntries extends Repository implements AuditEntries {
  async head(): Promise<ChainHead | undefined> {
    const [row] = await this.engine.read(statements.findHead, { limit: 1 });
    return row && { sequence: Number(row.sequence), hash: row.hash };
  }

  /** The first entry is the guard: if its sequence number is free, the following numbers are too. */
  async add(entries: readonly NewEntry[]): Promise<boolean> {
    const [first, ...rest] = entries.map(({ entry }) => write(statements.insertAuditEntry, { ...entry }));
    if (first === undefined) {
      return true;
    }
    const companions = entries.flatMap((one) => [...unmaskingWrites(one), ...orderWrites(one)]);
    return this.engine.commit({ guard: first, writes: [...rest, ...companions] });
  }

  async after(sequence: number, limit: number): Promise<readonly AuditEntry[]> {
    return (await this.engine.read(statements.entriesAfter, { sequence, limit })).map(entryFrom);
  }

  async newest(limit: number): Promise<readonly AuditEntry[]> {
    return (await this.engine.read(statements.newestEntries, { limit })).map(entryFrom).reverse();
  }

  async ofOrder(orderKey: number, limit: number): Promise<readonly AuditEntry[]> {
    return (await this.engine.read(statements.entriesOfOrder, { orderKey, limit })).map(entryFrom).reverse();
  }

  async follower(hash: string): Promise<ChainHead | undefined> {
    const [row] = await this.engine.read(statements.findFollower, { hash, limit: 1 });
    return row && { sequence: Number(row.sequence), hash: row.hash };
  }

  async unmasking(key: number): Promise<StoredUnmasking | undefined> {
    const [row] = await this.engine.read(statements.findUnmasking, { key });
    return (
      row && {
        merchantKey: Number(row.merchant_key),
        certificate: row.certificate,
        userId: row.user_id,
        operation: row.operation,
        orderId: row.order_id,
        transactionId: row.transaction_id,
        token: row.token,
        at: Number(row.at),
      }
    );
  }

  async unchainedUnmaskings(
    action: string,
    limit: number,
  ): Promise<readonly { readonly key: number; readonly at: number }[]> {
    const rows = await this.engine.read(statements.unchainedUnmaskings, { action, limit });
    return rows.map(({ key, at }) => ({ key: Number(key), at: Number(at) }));
  }
}

function unmaskingWrites({ entry: { key }, unmasking }: NewEntry): Write[] {
  const nothing = { userId: null, orderId: null, transactionId: null, token: null };
  return unmasking === undefined ? [] : [write(statements.insertUnmasking, { key, ...nothing, ...unmasking })];
}

function orderWrites({ entry: { sequence }, orderKey }: NewEntry): Write[] {
  return orderKey === undefined ? [] : [write(statements.insertOrderEntry, { orderKey, sequence })];
}

/** Converts counts, which PostgreSQL may return as text, to numbers. */
function entryFrom(row: AuditEntry): AuditEntry {
  return { ...row, sequence: Number(row.sequence), key: Number(row.key), at: Number(row.at) };
}
