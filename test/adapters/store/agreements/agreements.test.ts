/** Payments by which payers agreed to later ones, on the engine of the run. */
import { expect, it } from 'vitest';
import type { Store } from '../../../../src/adapters/store/store.ts';
import type { AgreementPayment, Intent } from '../../../../src/core/ports/index.ts';
import { opened } from '../rig.ts';
import { NOW, storeIntent } from '../stored-transactions.ts';

const AGREED: AgreementPayment = {
  agreementId: 'A-1',
  terms: { type: 'RECURRING', expiryDate: '2030-01-31', minimumDaysBetweenPayments: '28' },
  transactionIdentifier: '000000000000001',
};

async function agrees(store: Store, { order, transaction }: Intent, agreed: AgreementPayment): Promise<boolean> {
  const { updatedAt } = order;
  const { amount } = transaction.request;
  const totals = { totalAuthorized: amount, totalCaptured: amount, totalRefunded: 0n };
  const snapshot = {
    ...({ status: 'CAPTURED', currency: 'EUR', amount, ...totals, createdAt: updatedAt, updatedAt } as const),
  };
  return store.orders.complete({ order, transaction, outcome: { gatewayCode: 'APPROVED', order: snapshot }, agreed });
}

it('the network’s transaction id is stored only together with the outcome', async () => {
  const store = await opened();
  const intent = await storeIntent(store, 'ORDER-1');
  const { merchantKey } = intent.order;
  expect(await store.orders.findAgreement(merchantKey, 'A-1')).toBeUndefined();
  expect(await agrees(store, intent, AGREED)).toBe(true);
  // The lock is gone: another process completed it.
  expect(await agrees(store, intent, { ...AGREED, transactionIdentifier: '000000000000009' })).toBe(false);
  expect(await store.orders.findAgreement(merchantKey, 'A-1')).toEqual(AGREED);
});

it('an agreement is found by its merchant alone, and only by its whole id', async () => {
  const store = await opened();
  const intent = await storeIntent(store, 'ORDER-1');
  const other = await storeIntent(store, 'ORDER-1', NOW, 'OTHERSHOP');
  await agrees(store, intent, AGREED);
  expect(await store.orders.findAgreement(intent.order.merchantKey, 'A-1')).toEqual(AGREED);
  expect(await store.orders.findAgreement(intent.order.merchantKey, 'A-10')).toBeUndefined();
  expect(await store.orders.findAgreement(other.order.merchantKey, 'A-1')).toBeUndefined();
});

it('the newest payment counts where a payer agrees again', async () => {
  const store = await opened();
  const again = { ...AGREED, transactionIdentifier: '000000000000002' };
  await agrees(store, await storeIntent(store, 'ORDER-2', NOW + 1_000), again);
  const intent = await storeIntent(store, 'ORDER-1');
  await agrees(store, intent, AGREED);
  expect(await store.orders.findAgreement(intent.order.merchantKey, 'A-1')).toEqual(again);
});
