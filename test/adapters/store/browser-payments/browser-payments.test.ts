/** Browser payments in the store: counted events, single writes, due payments, and lookups without a table scan. */
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as statements from '../../../../src/adapters/store/browser-payments/statements.ts';
import { StoreError } from '../../../../src/adapters/store/engine/engine.ts';
import { migrateSqlite } from '../../../../src/adapters/store/engine/sqlite/migrate.ts';
import type { Statement } from '../../../../src/adapters/store/engine/statement.ts';
import type { BrowserEvent, EventKind } from '../../../../src/core/ports/index.ts';
import { type Ground, openGround, START } from '../../../browser-payments/ground.ts';
import { SimulatedProvider } from '../../../browser-payments/simulated-provider.ts';
import { FROM, type InitiatedPayment, RETURN_URL, World } from '../../../browser-payments/world.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

const event = (kind: EventKind, at: number, outcome = '', source = FROM): BrowserEvent => ({
  kind,
  actor: 'PAYER',
  outcome,
  source,
  at,
});

async function worldWithPayment(): Promise<{ world: World; one: InitiatedPayment }> {
  const world = new World(ground);
  return { world, one: await world.initiate() };
}

/** Beyond a four-byte integer of PostgreSQL. */
const CODE = { text: '00020101021226…6304ABCD', payableUntil: START + 1_800_000 };

/** A provider with payment codes. */
class WithCode extends SimulatedProvider {
  override async create(...[asked]: Parameters<SimulatedProvider['create']>) {
    const outcome = await super.create(asked);
    return outcome.status === 'CREATED' ? { ...outcome, code: CODE } : outcome;
  }
}

const payments = () => ground.store.browserPayments;
const eventsOf = async ({ key }: InitiatedPayment) => (await payments().timeline(key))!.events;

describe('a payment', () => {
  it('is found by its row and by each of its names, with order, transaction and events', async () => {
    const { world, one } = await worldWithPayment();
    const found = await payments().find(one.key);
    expect(found).toMatchObject({
      order: { orderId: one.orderId, merchantKey: (await world.merchant()).key },
      transaction: { key: one.key, transactionId: '1', outcome: { gatewayCode: 'PENDING' } },
      merchantId: 'TESTSHOP',
      payment: {
        transactionKey: one.key,
        provider: world.provider.id,
        reference: one.reference,
        handle: one.handle,
        returnUrl: RETURN_URL,
        code: null,
        late: null,
        createdAt: START,
      },
      events: [{ kind: 'INITIATED', actor: 'MERCHANT', source: FROM, at: START, times: 1 }],
    });
    expect(await payments().findBy('handle', one.handle)).toEqual(found);
    expect(await payments().findBy('reference', one.reference)).toEqual(found);
    expect(await payments().timeline(one.key)).toEqual({ payment: found?.payment, events: found?.events });
  });

  it('has its payer’s code, with its expiry', async () => {
    const world = new World(ground, { provider: (id) => new WithCode(id) });
    const { key } = await world.initiate();
    expect((await payments().find(key))?.payment.code).toEqual(CODE);
    expect((await payments().timeline(key))?.payment.code).toEqual(CODE);
  });

  it('is not found by another name, nor by the other kind of name', async () => {
    const { one } = await worldWithPayment();
    expect(await payments().findBy('handle', one.reference)).toBeUndefined();
    expect(await payments().findBy('reference', one.handle)).toBeUndefined();
    expect(await payments().findBy('handle', one.handle.toLowerCase())).toBeUndefined();
    expect(await payments().find(one.key + 1_000_000)).toBeUndefined();
    expect(await payments().timeline(one.key + 1_000_000)).toBeUndefined();
  });

  it('with a name that another payment has is not stored, and neither is anything with it', async () => {
    const { world, one } = await worldWithPayment();
    const { payment, transaction, order } = await world.found(one.key);
    const before = await ground.rows();
    const orders = ground.store.orders;
    for (const taken of [{ handle: payment.handle }, { reference: payment.reference }]) {
      const [key, orderKey] = [orders.newKey(), orders.newKey()];
      const beginning = orders.begin({
        order: { ...order, key: orderKey, orderId: `taken-${key}`, lockedBy: key, fence: 1 },
        isNew: true,
        transaction: { ...transaction, key, orderKey },
        sealedCard: null,
        browserPayment: { ...payment, handle: 'h'.repeat(24), reference: 'r'.repeat(16), ...taken },
      });
      await expect(beginning).rejects.toThrow(StoreError);
    }
    expect(await ground.rows()).toEqual(before);
  });
});

describe('an event', () => {
  it('is counted where it occurred before with the same outcome, and its first time stays', async () => {
    const { one } = await worldWithPayment();
    await payments().note(one.key, [event('ASKED', 10, 'OPEN'), event('ASKED', 20, 'WAITING')]);
    await payments().note(one.key, [event('ASKED', 30, 'OPEN', 'another source')]);
    expect((await eventsOf(one)).filter(({ kind }) => kind === 'ASKED')).toEqual([
      { kind: 'ASKED', actor: 'PAYER', outcome: 'OPEN', source: FROM, at: 10, lastAt: 30, times: 2 },
      { kind: 'ASKED', actor: 'PAYER', outcome: 'WAITING', source: FROM, at: 20, lastAt: 20, times: 1 },
    ]);
  });

  it('is first for one caller of fifty at once, and is not written again', async () => {
    const { world, one } = await worldWithPayment();
    const tries = Array.from({ length: 50 }, (_, index) =>
      payments().noteFirst(one.key, event('CAME_BACK', 100 + index), 7),
    );
    const firsts = await Promise.all(tries);
    expect(firsts.filter(Boolean)).toHaveLength(1);
    const [cameBack, ...others] = (await eventsOf(one)).filter(({ kind }) => kind === 'CAME_BACK');
    expect(others).toEqual([]);
    expect(cameBack).toMatchObject({ at: 100 + firsts.indexOf(true), times: 1 });
    await payments().note(one.key, [], 9);
    expect(await payments().noteFirst(one.key, event('CAME_BACK', 999), 11)).toBe(false);
    expect(await world.dueAt(one)).toBe(9);
  });

  it('is read in the order of first occurrence', async () => {
    const { one } = await worldWithPayment();
    await payments().note(one.key, [event('RETURNED', START + 3), event('REDIRECTED', START + 1)]);
    await payments().note(one.key, [event('CAME_BACK', START + 2), event('REDIRECTED', START + 9)]);
    expect((await eventsOf(one)).map(({ kind }) => kind)).toEqual(['INITIATED', 'REDIRECTED', 'CAME_BACK', 'RETURNED']);
  });
});

describe('late money', () => {
  it('changes from its expected state alone, once of fifty at once', async () => {
    const { world, one } = await worldWithPayment();
    const change = (before: 'REFUNDING' | null, after: 'REFUNDED' | 'REFUNDING', at: number | null) =>
      payments().setLate(one.key, { before, after }, [event('LATE_SUCCESS', 5, after)], at);
    expect(await change('REFUNDING', 'REFUNDED', null)).toBe(false);
    const firsts = await Promise.all(Array.from({ length: 50 }, () => change(null, 'REFUNDING', 50)));
    expect(firsts.filter(Boolean)).toHaveLength(1);
    expect(await world.dueAt(one)).toBe(50);
    expect(await change(null, 'REFUNDING', 60)).toBe(false);
    expect(await change('REFUNDING', 'REFUNDED', null)).toBe(true);
    expect((await payments().find(one.key))?.payment.late).toBe('REFUNDED');
    expect(await world.dueAt(one)).toBeNull();
    expect((await eventsOf(one)).filter(({ kind }) => kind === 'LATE_SUCCESS')).toMatchObject([
      { times: 1 },
      { times: 1 },
    ]);
  });

  it('that waits for a person is listed, the oldest first, up to the limit', async () => {
    const three = [await worldWithPayment(), await worldWithPayment(), await worldWithPayment()].map(({ one }) => one);
    for (const { key } of [...three].reverse()) {
      await payments().setLate(key, { before: null, after: 'REPORTED' }, [], null);
    }
    const keys = three.map(({ key }) => key);
    expect((await payments().reportedPayments(10)).map(({ payment }) => payment.transactionKey)).toEqual(keys);
    expect((await payments().reportedPayments(2)).map(({ payment }) => payment.transactionKey)).toEqual(
      keys.slice(0, 2),
    );
  });
});

describe('a due payment', () => {
  it('is listed for its provider, the longest due first, up to the limit', async () => {
    const [{ world, one: first }, other] = [await worldWithPayment(), await worldWithPayment()];
    const [second, third] = [await world.initiate(), await world.initiate()];
    await payments().note(first.key, [], 30);
    await payments().note(second.key, [], 10);
    await payments().note(third.key, [], 20);
    await payments().note(other.one.key, [], 5);
    const due = async (now: number, limit: number) =>
      (await payments().due(world.provider.id, now, limit)).map(({ transaction }) => transaction.key);
    expect(await due(30, 10)).toEqual([second.key, third.key, first.key]);
    expect(await due(29, 10)).toEqual([second.key, third.key]);
    expect(await due(30, 1)).toEqual([second.key]);
    expect(await due(9, 10)).toEqual([]);
  });

  it('is put off by a query, unless news arrived meanwhile', async () => {
    const { world, one } = await worldWithPayment();
    await payments().note(one.key, [], 100);
    await payments().recordQuery(one.key, { earlierQueries: 4, at: 100 }, 200, [event('ASKED', 100, 'OPEN')]);
    expect(await world.dueAt(one)).toBe(200);
    expect((await payments().due(world.provider.id, 200, 1)).map(({ queries }) => queries)).toEqual([5]);

    await payments().note(one.key, [], 210);
    await payments().recordQuery(one.key, { earlierQueries: 5, at: 205 }, null, [event('ASKED', 205, 'OPEN')]);
    expect(await world.dueAt(one)).toBe(210);
    // New information restarts the count; the query is still recorded.
    expect((await payments().due(world.provider.id, 210, 1)).map(({ queries }) => queries)).toEqual([0]);
    expect((await eventsOf(one)).filter(({ kind }) => kind === 'ASKED')).toMatchObject([{ times: 2 }]);
  });

  it('is not due again by a query that ends after the payment did', async () => {
    const { world, one } = await worldWithPayment();
    world.provider.stand(one.reference, 'APPROVED');
    await world.callBack(one);
    await payments().recordQuery(one.key, { earlierQueries: 0, at: world.now() }, world.now() + 5);
    expect(await world.dueAt(one)).toBeNull();
  });
});

describe('no statement scans a table that grows', async () => {
  const db = new Database(':memory:');
  await migrateSqlite(db);

  it.each(Object.entries<Statement>({ ...statements }))('by %s', (_name, statement) => {
    const { sql, names } = statement.compile('sqlite');
    const plan = db.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`).all(...names.map(() => 1));
    expect(plan.map(({ detail }) => detail).filter((detail) => detail.startsWith('SCAN'))).toEqual([]);
  });
});
