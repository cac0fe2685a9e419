/** The order of the entries in an order's timeline. */
import { expect, it } from 'vitest';
import type { OrderWithTransactions } from '../../src/console/orders.ts';
import type { MerchantRequest } from '../../src/console/pages/answer.ts';
import { orderTimeline } from '../../src/console/pages/order-timeline.ts';
import { MINUTE_MS } from '../../src/contract/durations.ts';
import { invalidField } from '../../src/contract/interface-error.ts';
import { timelineLine } from '../../src/web/components/console/timeline-words.ts';

const START = Date.parse('2026-11-29T08:00:00Z');

const transaction = {
  ...{ key: 1, transactionId: '1', createdAt: START + 2, updatedAt: START + 5 * MINUTE_MS },
  request: {
    ...{ type: 'PAYMENT', amount: 1_200n, currency: 'EUR', details: {} },
    instrument: { type: 'BROWSER_PAYMENT', provider: 'paypal' },
  },
  outcome: { gatewayCode: 'APPROVED' },
};
const event = { actor: 'PAYER', source: '', outcome: '', times: 1 };
const payment = {
  payment: { provider: 'paypal' },
  events: [
    { ...event, kind: 'REDIRECTED', at: START + MINUTE_MS },
    { ...event, kind: 'ASKED', outcome: 'PENDING', times: 3, at: START + 2 * MINUTE_MS },
    { ...event, kind: 'OF_A_LATER_VERSION', at: START + 3 * MINUTE_MS },
  ],
};
const sent = { transactionId: undefined, state: 'GIVEN_UP', createdAt: START + 6 * MINUTE_MS, deliveredAt: null };
const authentication = {
  timeOfRecord: new Date(START).toISOString(),
  transaction: { id: 'a', type: 'AUTHENTICATION', authenticationStatus: 'AUTHENTICATION_SUCCESSFUL' },
};

async function lines(callInterface: () => Promise<unknown>): Promise<readonly string[]> {
  const dependencies = {
    notifications: { ofOrder: async () => [{ ...sent, event: 'CHECKOUT_ABANDONED' }] },
    timelineOf: async () => payment,
    callInterface,
  };
  const request = { dependencies, place: { merchant: {} }, caller: {} } as unknown as MerchantRequest;
  const found = { order: { key: 1, orderId: 'O' }, transactions: [transaction] } as unknown as OrderWithTransactions;
  return (await orderTimeline(request, found)).map((entry) => {
    const { title, state = '' } = timelineLine(entry);
    return `${entry.at.slice(14, 16)} ${title}: ${state}`;
  });
}

it('mixes transactions, checks, steps and notifications by their times', async () => {
  expect(await lines(async () => ({ transaction: [authentication] }))).toEqual([
    '00 Check by the payer’s bank (3-D Secure): the payer passed',
    '00 Payment of €12.00: started',
    '01 The payer was sent to PayPal: ',
    '02 PayPal was asked for the result, 3 times: PENDING',
    '03 OF_A_LATER_VERSION: ',
    '05 Payment of €12.00: done',
    '06 The payer left the payment page: ',
    '06 Notification about the checkout: given up: the receiver did not accept it',
  ]);
});

it('is shown without requests and answers where the interface refuses the order’s id', async () => {
  expect(await lines(() => Promise.reject(invalidField('order.id', 'no card number')))).toHaveLength(7);
  await expect(lines(() => Promise.reject(new Error('the store is away')))).rejects.toThrow('the store is away');
});
