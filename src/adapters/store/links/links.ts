/** Stored links that take payments: implements the core's `Links` port over any engine. */
import type { LinkOrder, Links, StoredLink, TakenOrder } from '../../../core/ports/index.ts';
import { write } from '../engine/engine.ts';
import { numberOrNull } from '../engine/number-or-null.ts';
import { Repository } from '../engine/repository.ts';
import * as statements from './statements.ts';

export class StoredLinks extends Repository implements Links {
  insert(link: StoredLink): Promise<boolean> {
    const row = { ...link, terms: JSON.stringify(link.terms) };
    return this.engine.commit({ guard: write(statements.insertLink, row), writes: [] });
  }

  async find(id: string): Promise<StoredLink | undefined> {
    const [row] = await this.engine.read(statements.findLink, { id });
    return row && linkFrom(row);
  }

  async findByKey(key: number): Promise<StoredLink | undefined> {
    const [row] = await this.engine.read(statements.findLinkByKey, { key });
    return row && linkFrom(row);
  }

  async ofMerchant(merchantKey: number, limit: number, before = Number.MAX_SAFE_INTEGER) {
    return (await this.engine.read(statements.linksOfMerchant, { merchantKey, limit, before })).map(linkFrom);
  }

  end(key: number, now: number): Promise<boolean> {
    return this.engine.commit({ guard: write(statements.endLink, { key, now }), writes: [] });
  }

  async findOrder(start: string): Promise<LinkOrder | undefined> {
    const [row] = await this.engine.read(statements.findOrder, { start });
    return row && orderFrom(row);
  }

  async findOrderByKey(key: number): Promise<LinkOrder | undefined> {
    const [row] = await this.engine.read(statements.findOrderByKey, { key });
    return row && orderFrom(row);
  }

  async orders(linkKey: number, limit: number): Promise<readonly LinkOrder[]> {
    return (await this.engine.read(statements.ordersOfLink, { linkKey, limit })).map(orderFrom);
  }

  async takenOrders(linkKey: number, limit: number): Promise<readonly LinkOrder[]> {
    return (await this.engine.read(statements.ordersInState, { linkKey, state: 'TAKEN', limit })).map(orderFrom);
  }

  async countPaid(linkKey: number): Promise<number> {
    const [row] = await this.engine.read(statements.countInState, { linkKey, state: 'PAID' });
    return Number(row?.count ?? 0);
  }

  insertOrder({ key, linkKey, orderId, state, createdAt }: LinkOrder, start: string): Promise<boolean> {
    const row = { key, linkKey, orderId, start, state, createdAt };
    return this.engine.commit({ guard: write(statements.insertOrder, row), writes: [] });
  }

  setSession(key: number, sessionKey: number, sealedSession: string): Promise<boolean> {
    return this.engine.commit({ guard: write(statements.setSession, { key, sessionKey, sealedSession }), writes: [] });
  }

  take({ key, linkKey }: Pick<LinkOrder, 'key' | 'linkKey'>, attempt: string, now: number): Promise<boolean> {
    return this.engine.commit({
      guard: write(statements.takePayment, { linkKey, one: 1 }),
      furtherGuards: [write(statements.takeForOrder, { key, before: 'OPEN', after: 'TAKEN', attempt, now })],
      writes: [],
    });
  }

  keep(key: number, attempt: string, now: number): Promise<boolean> {
    const guard = write(statements.takeForOrder, { key, before: 'TAKEN', after: 'TAKEN', attempt, now });
    return this.engine.commit({ guard, writes: [] });
  }

  release({ key, linkKey, attempt, takenAt }: TakenOrder): Promise<boolean> {
    return this.engine.commit({
      guard: write(statements.releaseOrder, { key, before: 'TAKEN', after: 'OPEN', attempt, takenAt }),
      writes: [write(statements.givePaymentBack, { linkKey, one: 1 })],
    });
  }

  async markPaid(key: number): Promise<void> {
    await this.engine.commit({ writes: [write(statements.setState, { key, before: 'TAKEN', after: 'PAID' })] });
  }
}

function linkFrom(row: NonNullable<(typeof statements.findLink)['row']>): StoredLink {
  return {
    key: Number(row.key),
    id: row.id,
    merchantKey: Number(row.merchant_key),
    terms: JSON.parse(row.terms),
    paymentsMax: numberOrNull(row.payments_max),
    taken: Number(row.taken),
    expiresAt: numberOrNull(row.expires_at),
    endedAt: numberOrNull(row.ended_at),
    createdAt: Number(row.created_at),
  };
}

function orderFrom(row: NonNullable<(typeof statements.findOrder)['row']>): LinkOrder {
  return {
    key: Number(row.key),
    linkKey: Number(row.link_key),
    orderId: row.order_id,
    sessionKey: numberOrNull(row.session_key),
    sealedSession: row.sealed_session,
    state: row.state,
    attempt: row.attempt,
    takenAt: numberOrNull(row.taken_at),
    createdAt: Number(row.created_at),
  };
}
