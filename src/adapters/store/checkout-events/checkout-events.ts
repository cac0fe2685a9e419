/** Stored checkout events: implements the core's `CheckoutEvents` port over any engine. */
import type { CheckoutEvents, NewCheckoutEvent, WatchedCheckout } from '../../../core/ports/index.ts';
import { write } from '../engine/engine.ts';
import { Repository } from '../engine/repository.ts';
import { notificationWrites } from '../notifications/writes.ts';
import { orderNote } from '../transactions/change-statements.ts';
import * as statements from './statements.ts';

export class StoredCheckoutEvents extends Repository implements CheckoutEvents {
  async claim(now: number, until: number, limit: number): Promise<readonly WatchedCheckout[]> {
    // Most times none is due, which a read finds without a commit.
    const due = await this.engine.read(statements.firstDue, { now, one: 1 });
    const rows = due.length === 0 ? [] : await this.engine.claim(statements.claimDue, { now, until, limit });
    return rows.map(({ session_key, merchant_key }) => ({
      sessionKey: Number(session_key),
      merchantKey: Number(merchant_key),
      claimedUntil: until,
    }));
  }

  async postpone({ sessionKey, claimedUntil }: WatchedCheckout, dueAt: number): Promise<void> {
    await this.engine.commit({ writes: [write(statements.postpone, { sessionKey, claimedUntil, dueAt })] });
  }

  async drop({ sessionKey, claimedUntil }: WatchedCheckout): Promise<void> {
    await this.engine.commit({ writes: [write(statements.drop, { sessionKey, claimedUntil })] });
  }

  insert(
    { sessionKey, merchantKey, claimedUntil }: WatchedCheckout,
    { event, session, orderId, order, notification, at }: NewCheckoutEvent,
  ): Promise<boolean> {
    const guard = write(statements.endCheckout, {
      sessionKey,
      claimedUntil,
      merchantKey,
      event,
      never: null,
      orderId,
      orderKey: order?.key ?? null,
      updatedAt: session.updatedAt,
      expiresAt: session.expiresAt,
      readKey: order?.key ?? 0,
      readFence: order?.fence ?? 0,
    });
    // The event has no transaction, and its queue is the session's.
    const subject = { key: 0, orderKey: sessionKey };
    const writes = notificationWrites(subject, notification, at, null);
    return this.engine.commit({ guard, writes: order === undefined ? writes : [...writes, orderNote(order.key)] });
  }
}
