/** Removes stored data at the end of its retention: implements the `RetentionStore` port over any engine. */

import type { RetainedRow, RetentionStore, Sweep, SweepKind } from '../../../back-office/retention/index.ts';
import { intactOf } from '../../../contract/invariant.ts';
import type { StoredAuthentication, StoredOrder } from '../../../core/ports/index.ts';
import type { StoredArchive } from '../archive/archive.ts';
import { orderArchivePage } from '../archive/statements.ts';
import type { StoredAuthentications } from '../authentications/authentications.ts';
import { dropWithSession } from '../checkout-events/statements.ts';
import { type Engine, write } from '../engine/engine.ts';
import { numberOrNull } from '../engine/number-or-null.ts';
import type { StoredOrders } from '../orders/orders.ts';
import type { StoredCustomerCards } from '../saved-cards/saved-cards.ts';
import { orderFrom } from '../transactions/rows.ts';
import { orderByKey } from '../transactions/statements.ts';
import { fenceOff } from '../transactions/text-statements.ts';
import * as linkStatements from './link-statements.ts';
import * as statements from './statements.ts';

const WAITING = 'WAITING';
const OPEN = 'OPEN';
const PAID = 'PAID';
const NO_BYTES = new Uint8Array();
/** The number of keys that commands beside the gateway may have reserved but not used yet: four blocks. */
const KEYS_OF_COMMANDS = 200_000;

type Reader = (engine: Engine, page: { readonly after: number; readonly limit: number }) => Promise<RetainedRow[]>;

/**
 * How long a payment link's session is stored after the link's end. The session contains no data of payers, and the
 * sessions of the link's payers need it: a payer who started before the link's end may have a week to authenticate at
 * the bank.
 */
const LINK_MORE_MS = 8 * 24 * 60 * 60_000;

const READERS: Readonly<Record<SweepKind, Reader>> = {
  SESSION: async (engine, page) =>
    (await engine.read(statements.sessionPage, page)).map((row) => ({
      ...keysOf(row),
      since: Number(row.expires_at),
      keptMoreMs: Number(row.is_link) === 1 ? LINK_MORE_MS : 0,
      isEmpty: false,
    })),
  NOTIFICATION: async (engine, page) =>
    (await engine.read(statements.notificationPage, page)).map((row) => ({
      ...keysOf(row),
      since: row.state === WAITING ? null : Number(row.ended_at),
      isEmpty: Number(row.is_empty) === 1,
    })),
  BROWSER_PAYMENT: async (engine, page) =>
    (await engine.read(statements.browserPaymentPage, page)).map((row) => {
      const goesOn = row.locked_by !== null || row.ended_key === null || row.follow_up_at !== null;
      return {
        ...keysOf(row),
        // A payment code can be paid until its own expiry, independently of the order.
        since: goesOn ? null : Math.max(Number(row.updated_at), Number(row.shown_until ?? 0)),
        isEmpty: Number(row.is_empty) === 1,
      };
    }),
  CARD: async (engine, page) =>
    (await engine.read(statements.orderCardPage, page)).map((row) => ({
      ...keysOf(row),
      since: row.locked_by === null ? Number(row.updated_at) : null,
      isEmpty: Number(row.is_empty) === 1,
    })),
  SAVED_CARD: async (engine, page) =>
    (await engine.read(statements.savedCardPage, page)).map((row) => ({
      ...keysOf(row),
      since: Number(row.kept_until),
      // The merchant has deleted the token.
      keptMoreMs: row.token === null ? Number.NEGATIVE_INFINITY : 0,
      isEmpty: false,
    })),
  LINK_ORDER: async (engine, page) =>
    (await engine.read(linkStatements.linkOrderPage, { ...page, open: OPEN })).map((row) => {
      const isOnlyBegun = Number(row.is_open) === 1;
      const since = isOnlyBegun ? Number(row.created_at) : numberOrNull(row.ended_at);
      return { ...keysOf(row), since, isEmpty: false, isOnlyBegun };
    }),
  LINK: async (engine, page) =>
    (await engine.read(linkStatements.linkPage, { ...page, paid: PAID })).map((row) => ({
      ...keysOf(row),
      since: numberOrNull(row.ended_at),
      isEmpty: false,
    })),
  CONSOLE_VIEW: async (engine, page) =>
    (await engine.read(statements.viewPage, page)).map((row) => ({
      ...keysOf(row),
      since: Number(row.used_at),
      isEmpty: false,
    })),
  ARCHIVE: async (engine, page) =>
    (await engine.read(orderArchivePage, page)).map((row) => ({
      ...keysOf(row),
      since: row.locked_by === null ? Number(row.updated_at) : null,
      isEmpty: row.copy_key !== null,
    })),
};

interface Dependencies {
  readonly archive: StoredArchive;
  readonly orders: Pick<StoredOrders, 'find'>;
  readonly customerCards: Pick<StoredCustomerCards, 'removeAt'>;
  readonly authentications: Pick<StoredAuthentications, 'ofOrder'>;
}

export class StoredRetention implements RetentionStore {
  readonly #engine: Engine;
  readonly #process: { readonly key: number };
  readonly #dependencies: Dependencies;

  /** @param process the owner of walks that are claimed through this object */
  constructor(engine: Engine, process: { readonly key: number }, dependencies: Dependencies) {
    this.#engine = engine;
    this.#process = process;
    this.#dependencies = dependencies;
  }

  async claim(kind: SweepKind, now: number): Promise<Sweep | undefined> {
    await this.#engine.commit({ writes: [write(statements.addSweep, { kind, none: 0 })] });
    const [row] = await this.#engine.claim(statements.claimSweep, { kind, now, owner: this.#process.key });
    if (row !== undefined && kind === 'ARCHIVE') {
      await this.#dependencies.archive.finish(now);
    }
    return row && { kind, cursor: Number(row.cursor), leftAt: numberOrNull(row.left_at) };
  }

  advance({ kind, cursor: cursorBefore }: Sweep, { cursor, leftAt }: Sweep): Promise<boolean> {
    const owner = this.#process.key;
    const guard = write(statements.advanceSweep, { kind, owner, cursor, cursorBefore, leftAt });
    return this.#engine.commit({ guard, writes: [] });
  }

  /**
   * Ends a walk. The next walk must start at a key below all rows that are new by then: a process may insert rows with
   * keys that it reserved long ago. It uses its keys in ascending order, the first as its own process key, so its new
   * rows have keys above that of the oldest process.
   */
  async end({ kind, cursor, leftAt }: Sweep, nextAt: number): Promise<boolean> {
    const [oldest] = await this.#engine.read(statements.oldestProcess, {});
    const seen = Math.min(cursor, leftAt ?? cursor, Number(oldest?.key ?? 0));
    const floor = Math.max(0, seen - 1 - KEYS_OF_COMMANDS);
    const guard = write(statements.endSweep, { kind, owner: this.#process.key, floor, nextAt });
    return this.#engine.commit({ guard, writes: [] });
  }

  rows(kind: SweepKind, after: number, limit: number): Promise<RetainedRow[]> {
    return READERS[kind](this.#engine, { after, limit });
  }

  removeSession({ key, since }: RetainedRow, now: number): Promise<boolean> {
    return this.#engine.commit({
      guard: write(statements.removeSession, { key, expiresAt: since ?? 0, now }),
      writes: [write(dropWithSession, { sessionKey: key })],
    });
  }

  eraseNotification({ key }: Pick<RetainedRow, 'key'>): Promise<boolean> {
    return this.#engine.commit({
      guard: write(statements.eraseBody, { key, none: null, waiting: WAITING }),
      writes: [write(statements.eraseAnswers, { key, empty: '' })],
    });
  }

  erasePage({ key }: Pick<RetainedRow, 'key'>): Promise<boolean> {
    return this.#engine.commit({ guard: write(statements.erasePage, { key, none: null }), writes: [] });
  }

  removeSavedCard({ key, since }: RetainedRow): Promise<boolean> {
    return this.#dependencies.customerCards.removeAt(key, since ?? 0);
  }

  removeView({ key, since }: RetainedRow): Promise<boolean> {
    return this.#engine.commit({ guard: write(statements.deleteUnusedView, { key, usedAt: since ?? 0 }), writes: [] });
  }

  async orderOfLink({ key, merchantKey }: RetainedRow): Promise<StoredOrder | undefined> {
    const [row] = await this.#engine.read(linkStatements.orderOfLink, { key });
    return row && this.#dependencies.orders.find(merchantKey, row.order_id);
  }

  removeLinkOrder({ key, isOnlyBegun }: RetainedRow): Promise<boolean> {
    const guard = write(linkStatements.removeLinkOrder, { key, open: OPEN, isOnlyBegun: isOnlyBegun === true ? 1 : 0 });
    return this.#engine.commit({ guard, writes: [] });
  }

  async removeLink({ key, since }: RetainedRow): Promise<boolean> {
    await this.#engine.commit({ writes: [write(linkStatements.noteLinkEnd, { key, endedAt: since ?? 0 })] });
    return this.#engine.commit({ guard: write(linkStatements.removeLink, { key }), writes: [] });
  }

  async order(key: number): Promise<StoredOrder | undefined> {
    // A damaged order is counted and skipped, so that it does not end the walk.
    return intactOf(await this.#engine.read(orderByKey, { key }), orderFrom)[0];
  }

  async authentications({ key, state }: StoredOrder): Promise<readonly StoredAuthentication[]> {
    // Most orders have no authentications, and their state shows it without a read.
    return state.authentications === undefined ? [] : this.#dependencies.authentications.ofOrder(key);
  }

  archive(order: StoredOrder, now: number): Promise<boolean> {
    return this.#dependencies.archive.archive(order, now);
  }

  eraseCards({ key, fence }: StoredOrder, now: number): Promise<boolean> {
    return this.#engine.commit({
      guard: write(fenceOff, { key, fence: fence + 1, fenceBefore: fence }),
      writes: [
        write(statements.eraseCards, { key, none: null }),
        write(statements.eraseCardHashes, { key, empty: NO_BYTES }),
        write(statements.markCardsErased, { key, now }),
      ],
    });
  }
}

function keysOf(row: { readonly key: number; readonly merchant_key: number }) {
  return { key: Number(row.key), merchantKey: Number(row.merchant_key) };
}
