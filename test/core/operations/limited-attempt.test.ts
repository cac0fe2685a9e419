/** Payments that wait in the decline limits for the answers of other tries. */
import { describe, expect, it } from 'vitest';
import { createGateway } from '../../../src/core/gateway.ts';
import { ATTEMPT_WAIT_MS_MAX } from '../../../src/core/limits/attempt-limits.ts';
import { execute } from '../../../src/core/operations/execute.ts';
import { answered, cardBody, payment, world } from '../world.ts';
import { shop } from './bench.ts';

/** A second try of one card, which waits until the first is answered. */
async function waiting() {
  const made = world();
  let isAlive = true;
  const gateway = createGateway({ ...made.gateway, isAlive: () => isAlive });
  const first = Promise.withResolvers<ReturnType<typeof answered>>();
  made.acquirer.says = () => first.promise;
  const merchant = shop({ limits: { declinesPerCard: 1 } });
  const pay = (orderId: string) => execute(gateway, payment(cardBody(), { merchant, orderId }));
  const one = pay('order-1');
  await expect.poll(() => made.acquirer.requests.length).toBe(1);
  const other = pay('order-2');
  await expect.poll(() => made.orders.intents.length).toBe(2);
  return {
    ...made,
    loseLease: () => {
      isAlive = false;
    },
    codeOf: async (answer = answered()) => {
      first.resolve(answer);
      await one;
      const done = await other;
      return done.kind === 'DONE' ? done.transaction.outcome?.gatewayCode : done.kind;
    },
  };
}

describe('a payment that waits for another try of its card', () => {
  it('is sent when that is approved', async () => {
    const { acquirer, codeOf } = await waiting();
    expect([await codeOf(), acquirer.requests.length]).toEqual(['APPROVED', 2]);
  });

  it('is not sent once the process has lost its lease, since another process may have reversed it', async () => {
    const { acquirer, orders, loseLease, codeOf } = await waiting();
    loseLease();
    expect([await codeOf(), acquirer.requests.length]).toEqual(['ACQUIRER_SYSTEM_ERROR', 1]);
    expect(orders.reversals.size).toBe(0);
  });

  it('is not sent when its caller has gone', async () => {
    const { acquirer, orders, pass, codeOf } = await waiting();
    pass(ATTEMPT_WAIT_MS_MAX + 1);
    expect([await codeOf(), acquirer.requests.length]).toEqual(['ACQUIRER_SYSTEM_ERROR', 1]);
    expect(orders.reversals.size).toBe(0);
  });
});
