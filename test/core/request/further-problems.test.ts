import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../src/contract/operations.ts';
import type { OrderOperation } from '../../../src/core/order/transitions.ts';
import { furtherProblems } from '../../../src/core/request/further-problems.ts';
import { readBody } from '../../contract/body.ts';

function problemsOf(operation: OrderOperation, body: object): string[] {
  const { values, problems } = readBody(OPERATIONS[operation].request, body);
  return [...problems, ...furtherProblems(operation, values, problems)].map(
    ({ field, validationType }) => `${field} ${validationType}`,
  );
}
const card = { number: '5123450000000008', expiry: { month: '1', year: '39' } };

describe('a request that is refused anyway is answered with all of its problems', () => {
  it.each<[string, OrderOperation, object, string[]]>([
    [
      'missing fields beside wrong ones',
      'PAY',
      { customer: { email: 'nobody' }, order: { currency: 'EUR' } },
      [
        'customer.email INVALID',
        'order.amount MISSING',
        'sourceOfFunds.provided.card.number MISSING',
        'sourceOfFunds.provided.card.expiry.month MISSING',
        'sourceOfFunds.provided.card.expiry.year MISSING',
      ],
    ],
    [
      'a wrong field only once',
      'PAY',
      { order: { amount: 'x', currency: 'EUR' }, sourceOfFunds: { provided: { card } } },
      ['order.amount INVALID'],
    ],
    [
      'no sum of parts that were not read',
      'PAY',
      {
        order: { amount: '3', currency: 'EUR', itemAmount: 'x', taxAmount: '1' },
        sourceOfFunds: { provided: { card } },
      },
      ['order.itemAmount INVALID'],
    ],
    [
      'a sum that is wrong beside a field that is',
      'PAY',
      {
        billing: { phone: 'x'.repeat(21) },
        order: { amount: '3', currency: 'EUR', taxAmount: '1' },
        sourceOfFunds: { provided: { card } },
      },
      ['billing.phone INVALID', 'order.amount INVALID'],
    ],
    [
      'nothing that a session may give',
      'PAY',
      { customer: { email: 'nobody' }, session: { id: `SESSION${'a'.repeat(24)}` } },
      ['customer.email INVALID'],
    ],
    [
      'no card that a token may give',
      'PAY',
      { customer: { email: 'nobody' }, order: { amount: '1', currency: 'EUR' }, sourceOfFunds: { token: 'T1' } },
      ['customer.email INVALID'],
    ],
    [
      'the target of a void',
      'VOID',
      { transaction: { reference: 'x'.repeat(41) } },
      ['transaction.reference INVALID', 'transaction.targetTransactionId MISSING'],
    ],
  ])('%s', (_what, operation, body, expected) => {
    expect(problemsOf(operation, body)).toEqual(expected);
  });
});
