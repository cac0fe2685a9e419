/** Stored payer authentications: implements the gateway's `Authentications` port over any engine. */
import { intactOf } from '../../../contract/invariant.ts';
import type {
  Authentications,
  FoundAuthentication,
  StoredAuthentication,
  StoredOrder,
} from '../../../core/ports/index.ts';
import { type Engine, type Write, write } from '../engine/engine.ts';
import type { IdAllocator } from '../engine/id-allocator.ts';
import { numberOrNull } from '../engine/number-or-null.ts';
import { Repository } from '../engine/repository.ts';
import { leaveCard } from '../transactions/card-statements.ts';
import { orderNote } from '../transactions/change-statements.ts';
import type { OrderChanges } from '../transactions/order-changes.ts';
import { orderFrom } from '../transactions/rows.ts';
import { parsePurpose, serialisePurpose } from '../transactions/serialisation.ts';
import { inStartOrder } from '../transactions/start-order.ts';
import { findOrder } from '../transactions/statements.ts';
import { orderInsert, orderResolution } from '../transactions/writes.ts';
import * as statements from './statements.ts';

type Row = NonNullable<(typeof statements.findAuthentication)['row']>;
type FoundRow = NonNullable<(typeof statements.authenticationByKey)['row']>;

export class StoredAuthentications extends Repository implements Authentications {
  readonly #process: { readonly key: number };
  readonly #changes: OrderChanges;

  /**
   * @param process the owner of due rows that are claimed through this object
   * @param changes gets the orders of the authentications that begin here
   */
  constructor(engine: Engine, keys: IdAllocator, process: { readonly key: number }, changes: OrderChanges) {
    super(engine, keys);
    this.#process = process;
    this.#changes = changes;
  }

  async find(orderKey: number, transactionId: string): Promise<StoredAuthentication | undefined> {
    const [row] = await this.engine.read(statements.findAuthentication, { orderKey, transactionId });
    return row && authenticationFrom(row);
  }

  async findByServerId(id: string): Promise<FoundAuthentication | undefined> {
    return (await this.#found(await this.engine.read(statements.authenticationByServerId, { id })))[0];
  }

  async findByKey(key: number): Promise<FoundAuthentication | undefined> {
    return (await this.#found(await this.engine.read(statements.authenticationByKey, { key })))[0];
  }

  async ofOrder(orderKey: number): Promise<StoredAuthentication[]> {
    const rows = await this.engine.read(statements.authenticationsOfOrder, { orderKey });
    return inStartOrder(
      this.engine,
      orderKey,
      rows.map(authenticationFrom),
      ({ authentications = [] }) => authentications,
    );
  }

  begin({ order, isNew, authentication }: Parameters<Authentications['begin']>[0]): Promise<boolean> {
    const writes = [authenticationInsert(authentication)];
    if (!isNew) {
      writes.push(write(leaveCard, { kind: 'CARD', key: order.key }));
    }
    const guard = isNew ? orderInsert(order, this.#process.key) : orderResolution(order);
    return this.#changes.change(order.key, authentication.key, (isNoted) =>
      this.engine.commit({ guard, writes: isNoted ? [...writes, orderNote(order.key)] : writes }),
    );
  }

  change(after: StoredAuthentication): Promise<boolean> {
    const { key, requested, sealedState, revision, wakeAt, updatedAt } = after;
    const guard = write(statements.changeAuthentication, {
      key,
      purpose: serialisePurpose(after.purpose),
      requested,
      sealedState,
      revision,
      revisionBefore: revision - 1,
      wakeAt,
      updatedAt,
    });
    return this.engine.commit({ guard, writes: [] });
  }

  async due(now: number, limit: number): Promise<FoundAuthentication[]> {
    const claimed = await this.engine.claim(statements.claimAuthentications, {
      owner: this.#process.key,
      now,
      limit,
    });
    const found = await Promise.all(claimed.map(({ key }) => this.findByKey(Number(key))));
    return found
      .filter((one) => one !== undefined)
      .sort((one, other) => (one.authentication.wakeAt ?? 0) - (other.authentication.wakeAt ?? 0));
  }

  async overdue(before: number, limit: number): Promise<FoundAuthentication[]> {
    return this.#found(await this.engine.read(statements.overdueAuthentications, { before, limit }));
  }

  /** Adds the order to each row, and omits damaged rows. */
  async #found(rows: readonly FoundRow[]): Promise<FoundAuthentication[]> {
    const intact = intactOf(rows, (row) => ({ row, authentication: authenticationFrom(row) }));
    const found = await Promise.all(
      intact.map(async ({ row, authentication }) => {
        const [order] = await this.engine.read(findOrder, {
          merchantKey: Number(row.merchant_key),
          orderId: row.order_id,
        });
        return { row, authentication, order };
      }),
    );
    return intactOf(found, ({ row, authentication, order }) => ({
      order: order && orderFrom(order),
      authentication,
      merchantId: row.merchant_id,
    })).filter((entry): entry is FoundAuthentication & { order: StoredOrder } => entry.order !== undefined);
  }
}

function authenticationInsert(authentication: StoredAuthentication): Write {
  const { key, orderKey, transactionId, threeDSServerTransID, purpose, initiated } = authentication;
  const { cardHash, sealedState, revision, wakeAt, createdAt, updatedAt } = authentication;
  return write(statements.insertAuthentication, {
    key,
    orderKey,
    transactionId,
    threeDSServerTransID,
    purpose: serialisePurpose(purpose),
    initiated,
    cardHash,
    sealedState,
    revision,
    wakeAt,
    createdAt,
    updatedAt,
  });
}

/** @throws InvariantError if the stored values are invalid */
export function authenticationFrom(row: Row): StoredAuthentication {
  const key = Number(row.key);
  return {
    key,
    orderKey: Number(row.order_key),
    transactionId: row.transaction_id,
    threeDSServerTransID: row.server_id,
    purpose: parsePurpose(row.purpose, key),
    initiated: row.initiated,
    requested: row.requested,
    cardHash: row.card_hash,
    sealedState: row.sealed_state,
    revision: Number(row.revision),
    wakeAt: numberOrNull(row.wake_at),
    usedBy: numberOrNull(row.used_by),
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
  };
}
