/** Attempts counted by risk rules, and payments held for review, on the engine of the run. */
import { describe, expect, it } from 'vitest';
import type { Statement } from '../../../../src/adapters/store/engine/statement.ts';
import * as riskStatements from '../../../../src/adapters/store/risk/statements.ts';
import type { Store } from '../../../../src/adapters/store/store.ts';
import { MINUTE_MS } from '../../../../src/contract/durations.ts';
import type { Intent } from '../../../../src/core/ports/index.ts';
import type { FiredRule, RiskReview } from '../../../../src/core/risk/index.ts';
import { newDatabase, onPostgres } from '../../../support/database-place.ts';
import { onEnd, opened } from '../rig.ts';
import { NOW, storeIntent } from '../stored-transactions.ts';

const SUBJECT = Buffer.alloc(32, 1);
const OTHER = Buffer.alloc(32, 2);
const FIRED: FiredRule = { id: 'r', name: 'r', type: 'MERCHANT_RULE', recommendation: 'REVIEW' };

interface Ended {
  readonly gatewayCode?: 'APPROVED' | 'DECLINED';
  readonly isHeld?: boolean;
}

async function attempted(
  store: Store,
  orderId: string,
  at: number,
  subjects = [SUBJECT],
  shop = 'SHOP',
): Promise<Intent> {
  const made = await storeIntent(store, `${orderId}-before`, at, shop);
  const [orderKey, key] = [store.orders.newKey(), store.orders.newKey()];
  const request = { ...made.transaction.request, counted: true } as const;
  const intent: Intent = {
    ...made,
    order: { ...made.order, key: orderKey, orderId, lockedBy: key },
    transaction: { ...made.transaction, key, orderKey, request },
    attempts: subjects.map((subject) => {
      return { key: store.orders.newKey(), subject, amount: 9_007_199_254_740_993n, currency: 'EUR', at };
    }),
  };
  expect(await store.orders.begin(intent)).toBe(true);
  return intent;
}

async function ends(store: Store, { order, transaction }: Intent, { gatewayCode = 'APPROVED', isHeld }: Ended) {
  const { movements: _, ...totals } = order.state;
  const { createdAt, updatedAt } = order;
  const outcome = {
    gatewayCode,
    ...(isHeld && { risk: { gatewayCode: 'REVIEW_REQUIRED' as const, fired: [FIRED] } }),
    order: { ...totals, status: 'CAPTURED' as const, createdAt, updatedAt },
  };
  expect(await store.orders.complete({ order, transaction: { ...transaction, outcome }, outcome })).toBe(true);
}

describe('attempts', () => {
  const since = (store: Store, subject: Uint8Array, after = 0, limit = 100) =>
    store.orders.riskAttempts(subject, after, limit);

  it('are stored with their intent, for their subject alone, with exact amounts', async () => {
    const store = await opened();
    await attempted(store, 'ORDER-1', NOW, [SUBJECT, OTHER]);
    await attempted(store, 'ORDER-2', NOW + MINUTE_MS);
    const first = { amount: 9_007_199_254_740_993n, currency: 'EUR', isFailed: false, at: NOW };
    expect(await since(store, SUBJECT)).toEqual([{ ...first, at: NOW + MINUTE_MS }, first]);
    expect(await since(store, OTHER)).toEqual([first]);
    expect(await since(store, SUBJECT, NOW)).toHaveLength(1);
    expect(await since(store, SUBJECT, 0, 1)).toEqual([{ ...first, at: NOW + MINUTE_MS }]);
    expect(await since(store, Buffer.alloc(32, 3))).toEqual([]);
  });

  it('of a payment that failed are marked as failed, and no others', async () => {
    const store = await opened();
    await ends(store, await attempted(store, 'ORDER-1', NOW, [SUBJECT, OTHER]), { gatewayCode: 'DECLINED' });
    await ends(store, await attempted(store, 'ORDER-2', NOW + 1), {});
    expect((await since(store, SUBJECT)).map(({ isFailed }) => isFailed)).toEqual([false, true]);
    expect((await since(store, OTHER)).map(({ isFailed }) => isFailed)).toEqual([true]);
  });

  it('that started too long ago are removed, a batch at a time', async () => {
    const store = await opened();
    for (const [index, at] of [NOW - 3, NOW - 2, NOW - 1, NOW].entries()) {
      await attempted(store, `ORDER-${index}`, at);
    }
    await store.orders.forgetRiskAttempts(NOW, 2);
    expect((await since(store, SUBJECT)).map(({ at }) => at)).toEqual([NOW, NOW - 1]);
    await store.orders.forgetRiskAttempts(NOW, 2);
    expect((await since(store, SUBJECT)).map(({ at }) => at)).toEqual([NOW]);
  });
});

describe('a payment held for review', () => {
  const review: RiskReview = { decision: 'REJECTED', userId: 'ann', decidedAt: NOW + 5, note: 'Stolen' };

  it('is found until it is decided, and decided once', async () => {
    const store = await opened();
    const held = await attempted(store, 'ORDER-1', NOW);
    await ends(store, held, { isHeld: true });
    await ends(store, await attempted(store, 'ORDER-2', NOW), {});
    const { key } = held.transaction;
    expect((await store.orders.waitingReviews(10)).map(({ transaction }) => transaction.key)).toEqual([key]);
    expect(await store.orders.riskDecisions(10)).toEqual([]);
    expect(await store.orders.decideReview(key, review)).toBe(true);
    expect(await store.orders.decideReview(key, { ...review, decision: 'ACCEPTED' })).toBe(false);
    expect(await store.orders.waitingReviews(10)).toEqual([]);
    expect(await store.orders.riskDecisions(10)).toMatchObject([{ merchantId: 'SHOP', review }]);
  });

  it('is found for its merchant, however many wait at others', async () => {
    const store = await opened();
    for (const [orderId, shop] of [
      ['ORDER-1', 'OTHER'],
      ['ORDER-2', 'OTHER'],
      ['ORDER-3', 'SHOP'],
    ] as const) {
      await ends(store, await attempted(store, orderId, NOW, [SUBJECT], shop), { isHeld: true });
    }
    const merchant = await store.merchants.find('SHOP');
    const found = await store.orders.waitingReviewsOf(merchant!.key, 1);
    expect(found.map(({ order }) => order.orderId)).toEqual(['ORDER-3']);
  });

  it('with a decision in progress is not listed', async () => {
    const store = await opened();
    const held = await attempted(store, 'ORDER-1', NOW);
    await ends(store, held, { isHeld: true });
    await store.orders.decideReview(held.transaction.key, review);
    const [decided] = await store.orders.riskDecisions(10);
    const { order, transaction } = decided!;
    const outcome = transaction.outcome!;
    const after = { ...order, fence: order.fence + 1 };
    expect(await store.orders.resolvePending({ order: after, transaction, outcome, isReviewed: true })).toBe(true);
    expect(await store.orders.riskDecisions(10)).toEqual([]);
    expect(await store.orders.decideReview(held.transaction.key, review)).toBe(false);
  });
});

/** On the embedded engine `query-plans.test.ts` checks every statement. */
it.runIf(onPostgres())('a server finds attempts and reviews by index, among many', async () => {
  const place = await newDatabase();
  onEnd(() => place.remove());
  await place.run(
    `insert into risk_attempt select n, n, decode(md5(n::text), 'hex'), '1', 'EUR', 0, n from generate_series(1, 20000) n`,
  );
  await place.run(`insert into risk_review select n, case when n > 19990 then n end from generate_series(1, 20000) n`);
  await place.run('analyze risk_attempt');
  await place.run('analyze risk_review');
  const looking = ['attemptsOfSubject', 'attemptFailed', 'waitingReviews', 'waitingReviewsOf', 'undoneReviewDecisions'];
  for (const name of looking) {
    const statement = (riskStatements as unknown as Record<string, Statement>)[name]!;
    const plan = await place.rows(`explain (generic_plan) ${statement.compile('postgres').sql}`);
    expect(plan.map((row) => row['QUERY PLAN']).join('\n'), name).not.toMatch(/Seq Scan on risk_/);
  }
});
