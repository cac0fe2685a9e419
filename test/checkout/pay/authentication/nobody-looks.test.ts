/** The bank answers while no page is open: the worker sends the payment. */
import { expect, it } from 'vitest';
import { advanceAuthentication } from '../../../../src/checkout/pay/authentication/advance.ts';
import { payAfterAuthentication } from '../../../../src/checkout/pay/authentication/after-authentication.ts';
import { authenticationWorker } from '../../../../src/core/payer-authentication/index.ts';
import { card, OUTCOMES } from '../../../core/payer-authentication/rig.ts';
import { answered } from '../../../core/world.ts';
import { bankAgrees, patientRig, payerProcess, sentCard } from './payer-processes.ts';

it('the worker retries the payment after authentication where another operation has locked the order', async () => {
  const made = await patientRig();
  const process = payerProcess(made);
  const round = async () => {
    const worker = authenticationWorker(process.gateway, (found) => payAfterAuthentication(process, found));
    worker.wake();
    await worker.close();
  };
  await advanceAuthentication(process, await sentCard(made, process, OUTCOMES.DECOUPLED));
  const declined = Promise.withResolvers<ReturnType<typeof answered>>();
  made.acquirer.says = () => declined.promise;
  const order = { amount: '12.00', currency: 'EUR' };
  const byMerchant = made.pay('by-merchant', { ...card(), order });
  await expect.poll(() => made.acquirer.requests.length).toBe(1);

  await bankAgrees(made);
  made.pass(2_000);
  await round();
  expect(made.acquirer.requests).toHaveLength(1);
  declined.resolve(answered({ gatewayCode: 'DECLINED', acquirerCode: '05' }));
  await byMerchant;
  made.acquirer.says = () => answered();
  made.pass(30_000);
  await round();
  const stored = await made.store.orders.find(made.merchant.key, made.orderId);
  expect(stored?.state.movements).toMatchObject([
    { transactionId: 'by-merchant', result: 'FAILURE' },
    { transactionId: '1', result: 'SUCCESS' },
  ]);
});
