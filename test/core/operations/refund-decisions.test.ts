import { describe, expect, it } from 'vitest';
import { Breaker, DEFAULT_BREAKER_TIMES } from '../../../src/adapters/acquirers/breaker.ts';
import { textAt } from '../../../src/contract/values.ts';
import type { Gateway } from '../../../src/core/gateway.ts';
import { refundDecisionWorker } from '../../../src/core/operations/refund-decisions.ts';
import { recover } from '../../../src/core/recovery/recovery.ts';
import { answered, CARD, cardBody } from '../world.ts';
import { amount, authorized, type Bench, bench, oneRound, paid, shop, target } from './bench.ts';

const ASKS_FIRST = { permissions: { refundApproval: true } };

const workerOf = (gateway: Gateway, settings: object = ASKS_FIRST) =>
  refundDecisionWorker({ gateway, merchantByKey: async () => shop(settings) });

/** EUR 12.00 paid, and a refund of EUR 5.00 requested as transaction `2`. */
async function requested(more: object = {}): Promise<Bench & { readonly key: number }> {
  const on = await paid(ASKS_FIRST);
  const { key } = await on.run('REFUND', '2', amount('5.00', more));
  return { ...on, key };
}

const refunds = (on: Bench) => on.acquirer.requests.filter(({ kind }) => kind === 'REFUND');
const outcome = (on: Bench, key: number) => on.orders.rows.get(key)?.outcome;

describe('a refund that needs approval', () => {
  it('is stored as a request first: pending, without a message to the acquirer or a movement', async () => {
    const on = await requested();
    expect(on.orders.rows.get(on.key)).toMatchObject({
      request: { operation: 'REFUND', type: 'REFUND_REQUEST', amount: 500n },
      outcome: { gatewayCode: 'PENDING', order: { status: 'REFUND_REQUESTED', totalRefunded: 0n } },
    });
    expect(refunds(on)).toEqual([]);
    expect(on.orders.followUps.size).toBe(0);
  });

  it('keeps its amount from being refunded otherwise', async () => {
    const on = await requested();
    expect((await on.refused('REFUND', '3', amount('7.01'))).message).toContain('7.00 EUR are left');
    await on.run('REFUND', '3', amount('7.00'));
  });

  it('is not queried at the acquirer, for any time that it waits', async () => {
    const on = await requested();
    on.acquirer.inquire = async () => {
      throw new Error('nobody asks the acquirer about what it never heard of');
    };
    on.pass(1e9);
    await on.followUp();
    expect(outcome(on, on.key)?.gatewayCode).toBe('PENDING');
  });
});

describe('a refund that was approved', () => {
  it('becomes one REFUND of its own, and its request ends with that refund’s result', async () => {
    const on = await requested();
    on.orders.decisions.set(on.key, 'APPROVED');
    await oneRound(workerOf(on.gateway));
    expect(refunds(on)).toMatchObject([
      { amount: 500n, transactionId: `refund-${on.key}`, original: { kind: 'PAYMENT' }, instrument: { kind: 'CARD' } },
    ]);
    expect(on.standing()).toMatchObject({ status: 'PARTIALLY_REFUNDED', refunded: 500n });
    expect(outcome(on, on.key)).toMatchObject({ gatewayCode: 'APPROVED', order: { status: 'PARTIALLY_REFUNDED' } });
    expect(on.orders.decisions.size).toBe(0);
    const made = await on.orders.transaction(on.order().key, `refund-${on.key}`);
    expect(made?.request).toMatchObject({ entryPoint: 'MERCHANT_ADMINISTRATION', type: 'REFUND', amount: 500n });
  });

  it('has the fields of the request', async () => {
    const on = await requested({ reference: 'T-2', merchantNote: 'torn', source: 'MOTO' });
    on.orders.decisions.set(on.key, 'APPROVED');
    await oneRound(workerOf(on.gateway));
    expect(on.asked()).toMatchObject({ kind: 'REFUND', reference: 'T-2', source: 'MOTO' });
    const made = await on.orders.transaction(on.order().key, `refund-${on.key}`);
    expect(textAt(made?.request.details, 'transaction.merchantNote')).toBe('torn');
  });

  it('leaves no amount reserved when it is of the whole captured amount', async () => {
    const on = await paid(ASKS_FIRST);
    const { key } = await on.run('REFUND', '2', amount('12'));
    on.orders.decisions.set(key, 'APPROVED');
    await oneRound(workerOf(on.gateway));
    expect(on.standing()).toMatchObject({ status: 'REFUNDED', refunded: 1_200n });
  });

  it('is made once when the decision is processed twice', async () => {
    const on = await requested();
    on.orders.decisions.set(on.key, 'APPROVED');
    const done = on.orders.refundDecisionDone;
    on.orders.refundDecisionDone = async () => {
      throw new Error('disk full');
    };
    await oneRound(workerOf(on.gateway));
    on.orders.refundDecisionDone = done;
    await Promise.all([oneRound(workerOf(on.gateway)), oneRound(workerOf(on.restarted()))]);
    expect(refunds(on)).toHaveLength(1);
    expect(on.standing().refunded).toBe(500n);
    expect(on.orders.decisions.size).toBe(0);
  });

  it('is made once when two processes act on it at once', async () => {
    const on = await requested();
    on.orders.decisions.set(on.key, 'APPROVED');
    await Promise.all([oneRound(workerOf(on.gateway)), oneRound(workerOf(on.restarted()))]);
    expect(refunds(on)).toHaveLength(1);
    await oneRound(workerOf(on.gateway));
    expect(on.standing()).toMatchObject({ status: 'PARTIALLY_REFUNDED', refunded: 500n });
    expect([...on.orders.rows.values()].filter(({ request }) => request.type === 'REFUND')).toHaveLength(1);
  });

  it('is reversed whole after a crash before its answer, and ends as timed out', async () => {
    const on = await requested();
    on.orders.decisions.set(on.key, 'APPROVED');
    on.acquirer.says = () => new Promise(() => undefined);
    workerOf(on.gateway).wake();
    await expect.poll(() => refunds(on).length).toBe(1);
    const after = on.restarted();
    expect(await recover(after)).toBe(1);
    await oneRound(workerOf(after));
    expect(refunds(on)).toHaveLength(1);
    expect([...on.orders.reversals.values()].map(({ advice }) => advice.originalKind)).toEqual(['REFUND']);
    expect(outcome(on, on.key)?.gatewayCode).toBe('TIMED_OUT');
    expect(on.standing()).toMatchObject({ status: 'CAPTURED', refunded: 0n });
    expect(on.orders.decisions.size).toBe(0);
  });

  it('ends as declined when the acquirer declines it, and its amount is free again', async () => {
    const on = await requested();
    on.acquirer.says = () => answered({ gatewayCode: 'INSUFFICIENT_FUNDS' });
    on.orders.decisions.set(on.key, 'APPROVED');
    await oneRound(workerOf(on.gateway));
    expect(outcome(on, on.key)?.gatewayCode).toBe('INSUFFICIENT_FUNDS');
    expect(on.standing()).toMatchObject({ status: 'CAPTURED', refunded: 0n });
    await on.run('REFUND', '3', amount('12'));
  });

  it.each(['PENDING', 'UNKNOWN'] as const)(
    'waits with its request while the acquirer says %s, and both end together',
    async (gatewayCode) => {
      const on = await requested();
      on.acquirer.says = () => answered({ gatewayCode });
      on.orders.decisions.set(on.key, 'APPROVED');
      const reads = readsOf(on);
      const worker = workerOf(on.gateway);
      worker.wake();
      await turnsOfTheLoop();
      expect(reads()).toBeLessThan(10);
      expect(refunds(on)).toHaveLength(1);
      expect(outcome(on, on.key)?.gatewayCode).toBe('PENDING');
      on.acquirer.knows = () => answered() as never;
      on.pass(60_000);
      await on.followUp();
      worker.wake();
      await worker.close();
      expect(refunds(on)).toHaveLength(1);
      expect(outcome(on, on.key)?.gatewayCode).toBe('APPROVED');
      expect(on.standing()).toMatchObject({ status: 'PARTIALLY_REFUNDED', refunded: 500n });
      expect((await on.refused('REFUND', '9', amount('7.01'))).message).toContain('7.00 EUR are left');
    },
  );

  it('moves nothing and ends as declined when the payment’s money is gone', async () => {
    const on = await authorized(ASKS_FIRST);
    await on.run('CAPTURE', '2', amount('5'));
    await on.run('CAPTURE', '3', amount('5'));
    const { key } = await on.run('REFUND', '4', amount('5'));
    await on.run('VOID', '5', target('3'));
    on.orders.decisions.set(key, 'APPROVED');
    on.orders.orders.set(on.order().key, { ...on.order(), state: { ...on.order().state, totalCaptured: 0n } });
    await oneRound(workerOf(on.gateway));
    expect(refunds(on)).toEqual([]);
    expect(outcome(on, key)?.gatewayCode).toBe('DECLINED');
    expect(on.orders.decisions.size).toBe(0);
    expect(on.log.lines).toContainEqual(expect.objectContaining({ level: 'warn' }));
  });
});

describe('a refund that was approved and could not be sent', () => {
  it('stays due with its amount reserved, and is made once when it can be', async () => {
    const on = await requested();
    on.orders.decisions.set(on.key, 'APPROVED');
    on.acquirer.says = () => ({ status: 'NOT_SENT' });
    await oneRound(workerOf(on.gateway));
    expect([outcome(on, on.key)?.gatewayCode, on.orders.decisions.size]).toEqual(['PENDING', 1]);
    expect((await on.refused('REFUND', '3', amount('7.01'))).message).toContain('7.00 EUR are left');

    on.acquirer.says = () => answered();
    on.pass(60_000);
    await oneRound(workerOf(on.gateway));
    expect([outcome(on, on.key)?.gatewayCode, on.orders.decisions.size]).toEqual(['APPROVED', 0]);
    expect(refunds(on).map(({ transactionId }) => transactionId)).toEqual([`refund-${on.key}`, `refund-${on.key}-2`]);
    expect(on.standing()).toMatchObject({ status: 'PARTIALLY_REFUNDED', refunded: 500n });
  });

  it('is not tried again at once, and then at growing intervals', async () => {
    const on = await requested();
    on.orders.decisions.set(on.key, 'APPROVED');
    on.acquirer.says = () => ({ status: 'NOT_SENT' });
    const triesAfter = async (ms: number) => {
      on.pass(ms);
      await oneRound(workerOf(on.gateway));
      return refunds(on).length;
    };
    expect([await triesAfter(0), await triesAfter(0), await triesAfter(5_000), await triesAfter(5_000)]).toEqual([
      1, 1, 2, 2,
    ]);
    expect(await triesAfter(5_000)).toBe(3);
    expect(on.log.lines.filter(({ level }) => level === 'warn')).toHaveLength(3);
  });

  it('is made once when two processes try it again', async () => {
    const on = await requested();
    on.orders.decisions.set(on.key, 'APPROVED');
    on.acquirer.says = () => ({ status: 'NOT_SENT' });
    await oneRound(workerOf(on.gateway));
    on.acquirer.says = () => answered();
    on.pass(60_000);
    await Promise.all([oneRound(workerOf(on.gateway)), oneRound(workerOf(on.restarted()))]);
    await oneRound(workerOf(on.gateway));
    expect(refunds(on)).toHaveLength(2);
    expect(on.standing().refunded).toBe(500n);
    expect(outcome(on, on.key)?.gatewayCode).toBe('APPROVED');
  });
});

describe('refunds that were approved while the acquirer’s breaker is open', () => {
  it.each(['answers', 'is silent'] as const)(
    'use one probe of a host that %s between ten of them, and each is sent in the end',
    async (host) => {
      const on = bench(ASKS_FIRST);
      const keys = await Promise.all(Array.from({ length: 10 }, (_, n) => requestedOf(on, `order-${n}`)));
      const probing = behindBreaker(on);
      probing.host = host;
      await oneRound(workerOf(on.gateway));
      const codes = () => keys.map((key) => outcome(on, key)?.gatewayCode);
      if (host === 'is silent') {
        expect(codes().toSorted()).toEqual([...Array(9).fill('PENDING'), 'TIMED_OUT']);
        expect([refunds(on).length, on.orders.decisions.size]).toEqual([1, 9]);
        probing.host = 'answers';
        probing.now += DEFAULT_BREAKER_TIMES.probeEveryMs;
        await oneRound(workerOf(on.gateway));
      }
      expect(codes().filter((code) => code === 'APPROVED')).toHaveLength(host === 'answers' ? 10 : 9);
      expect([refunds(on).length, on.orders.decisions.size]).toEqual([10, 0]);
    },
  );
});

describe('a refund that was approved behind one that takes long', () => {
  it('is left for the next round, so that a stop waits for one alone', async () => {
    const on = bench(ASKS_FIRST);
    await requestedOf(on, 'order-1');
    await requestedOf(on, 'order-2');
    on.acquirer.says = () => {
      on.pass(20_000);
      return answered();
    };
    await oneRound(workerOf(on.gateway));
    expect([refunds(on).length, on.orders.decisions.size]).toEqual([1, 1]);
    await oneRound(workerOf(on.gateway));
    expect([refunds(on).length, on.orders.decisions.size]).toEqual([2, 0]);
  });
});

describe('a refund that was approved while another operation on its order is unanswered', () => {
  it.each([
    ['UPDATE_AUTHORIZATION', amount('20.00')],
    ['VOID', target('4')],
  ] as const)('waits for %s, and is made when that has ended', async (operation, body) => {
    const on = await authorized(ASKS_FIRST);
    await on.run('CAPTURE', '2', amount('5.00'));
    await on.run('CAPTURE', '4', amount('1.00'));
    const { key } = await on.run('REFUND', '3', amount('5.00'));
    on.acquirer.saysToAdvice = () => ({ status: 'NO_ANSWER' });
    await on.run(operation, '5', body);
    on.orders.decisions.set(key, 'APPROVED');
    await oneRound(workerOf(on.gateway));
    expect([outcome(on, key)?.gatewayCode, on.orders.decisions.size]).toEqual(['PENDING', 1]);
    expect(on.log.lines.filter(({ level }) => level === 'warn')).toEqual([]);

    on.acquirer.saysToAdvice = () => answered();
    on.pass(60_000);
    await on.followUp();
    await oneRound(workerOf(on.gateway));
    expect([outcome(on, key)?.gatewayCode, on.orders.decisions.size]).toEqual(['APPROVED', 0]);
    expect(refunds(on)).toHaveLength(1);
    expect(on.standing().refunded).toBe(500n);
  });
});

describe('a refund that was rejected', () => {
  it('ends CANCELLED without a message, and leaves the order unchanged', async () => {
    const on = await requested();
    on.orders.decisions.set(on.key, 'REJECTED');
    await oneRound(workerOf(on.gateway));
    expect(refunds(on)).toEqual([]);
    expect(outcome(on, on.key)).toMatchObject({ gatewayCode: 'CANCELLED', order: { status: 'CAPTURED' } });
    expect(on.standing()).toEqual({ status: 'CAPTURED', authorized: 1_200n, captured: 1_200n, refunded: 0n });
    await on.run('REFUND', '3', amount('12'));
  });
});

describe('while another operation holds the order', () => {
  it.each(['APPROVED', 'REJECTED'] as const)(
    'a refund decided as %s waits, without blocking the process',
    async (decision) => {
      const on = await requested();
      const { promise, resolve } = Promise.withResolvers<ReturnType<typeof answered>>();
      on.acquirer.says = () => promise;
      const busy = on.run('REFUND', '3', amount('1'), { merchant: shop({}) });
      await expect.poll(() => refunds(on).length).toBe(1);

      on.orders.decisions.set(on.key, decision);
      const reads = readsOf(on);
      const worker = workerOf(on.gateway);
      worker.wake();
      await turnsOfTheLoop();
      expect(reads()).toBeLessThan(10);
      expect(outcome(on, on.key)?.gatewayCode).toBe('PENDING');

      resolve(answered());
      await busy;
      await oneRound(worker);
      expect(outcome(on, on.key)?.gatewayCode).toBe(decision === 'APPROVED' ? 'APPROVED' : 'CANCELLED');
      expect(on.orders.decisions.size).toBe(0);
    },
  );

  it('another order’s decision is still acted on', async () => {
    const on = await requested();
    await on.run('PAY', '1', cardBody(), { orderId: 'order-2' });
    const { key } = await on.run('REFUND', '2', amount('12'), { orderId: 'order-2' });
    on.acquirer.says = ({ orderId }) => (orderId === 'order-1' ? new Promise(() => undefined) : answered());
    void on.run('REFUND', '3', amount('1'), { merchant: shop({}) });
    await expect.poll(() => refunds(on).length).toBe(1);
    on.orders.decisions.set(on.key, 'APPROVED').set(key, 'APPROVED');
    await oneRound(workerOf(on.gateway));
    expect([outcome(on, on.key)?.gatewayCode, outcome(on, key)?.gatewayCode]).toEqual(['PENDING', 'APPROVED']);
  });

  it('the request is not called declined if that operation is its own refund, made by another process', async () => {
    const on = await requested();
    on.orders.decisions.set(on.key, 'APPROVED');
    on.acquirer.says = () => new Promise(() => undefined);
    workerOf(on.gateway).wake();
    await expect.poll(() => refunds(on).length).toBe(1);
    let pausedMs = 0;
    const elsewhere = {
      ...on.restarted(),
      pause: async (ms: number) => {
        pausedMs += ms;
      },
    };
    await oneRound(workerOf(elsewhere));
    expect(pausedMs).toBe(30_000);
    expect(outcome(on, on.key)?.gatewayCode).toBe('PENDING');
    expect([on.orders.decisions.size, refunds(on).length]).toEqual([1, 1]);
    expect(on.log.lines.filter(({ level }) => level === 'warn')).toEqual([]);
  });
});

describe('a refund that stands alone', () => {
  const alone = { ...amount('5.00'), sourceOfFunds: cardBody().sourceOfFunds };
  const MAY = { permissions: { refundApproval: true, standaloneRefund: true } };

  it('needs approval like any other, and is made to the given card', async () => {
    const on = bench(MAY);
    const { key, request } = await on.run('REFUND', '1', alone);
    expect([request.type, refunds(on).length]).toEqual(['REFUND_REQUEST', 0]);
    expect(on.standing().status).toBe('REFUND_REQUESTED');
    on.orders.decisions.set(key, 'APPROVED');
    await oneRound(workerOf(on.gateway, MAY));
    expect(refunds(on)).toHaveLength(1);
    expect(on.asked()).not.toHaveProperty('original');
    expect(on.asked().instrument.number.reveal()).toBe(CARD.number);
    expect(on.standing()).toMatchObject({ status: 'REFUNDED', refunded: 500n });
    expect(outcome(on, key)?.gatewayCode).toBe('APPROVED');
  });

  it('that is rejected leaves an order without a movement', async () => {
    const on = bench(MAY);
    const { key } = await on.run('REFUND', '1', alone);
    on.orders.decisions.set(key, 'REJECTED');
    await oneRound(workerOf(on.gateway, MAY));
    expect(on.standing()).toMatchObject({ status: 'FAILED', refunded: 0n });
  });
});

/** EUR 12.00 paid on an order of its own, and a refund of EUR 5.00 requested and approved. */
async function requestedOf(on: Bench, orderId: string): Promise<number> {
  await on.run('PAY', '1', cardBody(), { orderId });
  const { key } = await on.run('REFUND', '2', amount('5.00'), { orderId });
  on.orders.decisions.set(key, 'APPROVED');
  return key;
}

/** The acquirer behind a breaker that a timeout has opened, and that now lets a probe through. */
function behindBreaker({ acquirer }: Bench): { host: 'answers' | 'is silent'; now: number } {
  const breaker = new Breaker(DEFAULT_BREAKER_TIMES, () => undefined);
  const { silenceMs, probeEveryMs } = DEFAULT_BREAKER_TIMES;
  for (const at of [0, 1, 2]) {
    breaker.pass(at);
  }
  expect(breaker.wouldPass(silenceMs)).toBe(false);
  const probing = { host: 'answers' as 'answers' | 'is silent', now: silenceMs + probeEveryMs };
  acquirer.ready = () => breaker.wouldPass(probing.now);
  acquirer.request = async (request) => {
    if (!breaker.pass(probing.now)) {
      return { status: 'NOT_SENT' };
    }
    acquirer.requests.push(request);
    await new Promise((resolve) => setImmediate(resolve));
    if (probing.host === 'is silent') {
      return { status: 'NO_ANSWER' };
    }
    breaker.recordAnswer();
    return answered();
  };
  return probing;
}

/** Lets all pending callbacks run that do not wait for I/O. */
async function turnsOfTheLoop(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Counts the reads of decisions. It stops a worker that reads them endlessly, which would block the event loop. */
function readsOf(on: Bench): () => number {
  const read = on.orders.refundDecisions.bind(on.orders);
  let reads = 0;
  on.orders.refundDecisions = async () => {
    reads += 1;
    if (reads > 1_000) {
      throw new Error('decisions are read without end');
    }
    return read();
  };
  return () => reads;
}
