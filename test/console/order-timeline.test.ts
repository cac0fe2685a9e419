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

const refund = { order: 'O', transaction: 'R', amount: '5.00', currency: 'EUR' };
const act = { action: 'console refund', actor: 'ada@shop.example' };
const acts = [
  { ...act, at: START + 7 * MINUTE_MS, details: { state: 'BEGUN', ...refund } },
  { ...act, at: START + 8 * MINUTE_MS, details: { state: 'REFUSED', order: 'O', transaction: 'R', why: 'Too much.' } },
  { ...act, at: START + 9 * MINUTE_MS, details: { state: 'BEGUN', ...refund, transaction: 'S' } },
  { ...act, at: START + 9 * MINUTE_MS, details: { state: 'DONE', transaction: 'S', code: 'APPROVED' } },
  { ...act, at: START + 10 * MINUTE_MS, details: { state: 'DONE', transaction: 'T', code: 'LOCK_FAILURE' } },
  { ...act, at: START + 11 * MINUTE_MS, details: { state: 'BEGUN', ...refund, transaction: 'U', amount: 'five' } },
  { ...act, at: START + 12 * MINUTE_MS, action: 'console of a later version', details: { state: 'DONE' } },
];

async function lines(callInterface: () => Promise<unknown>): Promise<readonly string[]> {
  const dependencies = {
    notifications: { ofOrder: async () => [{ ...sent, event: 'CHECKOUT_ABANDONED' }] },
    timelineOf: async () => payment,
    actsOn: async () => acts,
    callInterface,
  };
  const request = { dependencies, place: { merchant: {} }, caller: {} } as unknown as MerchantRequest;
  const found = { order: { key: 1, orderId: 'O' }, transactions: [transaction] } as unknown as OrderWithTransactions;
  return (await orderTimeline(request, found)).map((entry) => {
    const { title, state = '' } = timelineLine(entry);
    const by = entry.kind === 'ACT' ? ` by ${entry.actor}` : '';
    const because = entry.kind === 'ACT' && entry.why ? `, because: ${entry.why}` : '';
    return `${entry.at.slice(14, 16)} ${title}: ${state}${by}${because}`;
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
    '08 Refund of €5.00: refused by ada@shop.example, because: Too much.',
    '10 Refund: refused by ada@shop.example, because: Another transaction of the order was under way.',
    '11 Refund: result not known by ada@shop.example',
    '12 console of a later version: done by ada@shop.example',
  ]);
});

it('is shown without requests and answers where the interface refuses the order’s id', async () => {
  expect(await lines(() => Promise.reject(invalidField('order.id', 'no card number')))).toHaveLength(11);
  await expect(lines(() => Promise.reject(new Error('the store is away')))).rejects.toThrow('the store is away');
});
