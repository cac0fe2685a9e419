import { expect, it } from 'vitest';
import { resolvePending } from '../../../src/core/processing/resolve-pending.ts';
import { bench } from '../operations/bench.ts';
import { answered, cardBody } from '../world.ts';

/** EUR 12.00 paid, with an open result. */
async function open() {
  const on = bench();
  on.acquirer.says = () => answered({ gatewayCode: 'PENDING' });
  const transaction = await on.run('PAY', '1', cardBody());
  return { on, transaction };
}

it('an open result becomes known once', async () => {
  const { on, transaction } = await open();
  const settled = await resolvePending(on.gateway, {
    merchantId: 'TESTSHOP',
    order: on.order(),
    transaction,
    became: { gatewayCode: 'APPROVED' },
  });
  expect(settled?.outcome?.gatewayCode).toBe('APPROVED');
  expect(on.standing()).toMatchObject({ status: 'CAPTURED', captured: 1_200n });
});

it('a transaction that was read as open is not completed again on an order that has its result', async () => {
  const { on, transaction } = await open();
  await resolvePending(on.gateway, {
    merchantId: 'TESTSHOP',
    order: on.order(),
    transaction,
    became: { gatewayCode: 'APPROVED' },
  });
  const after = on.order();
  expect(
    await resolvePending(on.gateway, {
      merchantId: 'TESTSHOP',
      order: after,
      transaction,
      became: { gatewayCode: 'APPROVED' },
    }),
  ).toBeUndefined();
  expect(on.order()).toEqual(after);
});
