import { describe, expect, it } from 'vitest';
import { everyNode } from '../../src/contract/edit-schema.ts';
import { linkRequest } from '../../src/contract/fields/link-fields.ts';
import { newSession } from '../../src/contract/fields/session-fields.ts';
import { sessionUpdate } from '../../src/contract/fields/session-update.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import type { FieldPath, RequestFields } from '../../src/contract/request-fields.ts';
import { Secret } from '../../src/contract/secret.ts';

const fields: RequestFields = {
  order: { amount: '12.5', custom: { anything: 'a name of the merchant’s' }, item: [{ name: 'Lamp', quantity: '2' }] },
  sourceOfFunds: { provided: { card: { number: new Secret('5123450000000008') } }, type: 'CARD' },
};

describe('the type of a request’s fields', () => {
  const known = new Set([
    ...[...everyNode(sessionUpdate)].map(([path]) => path),
    ...[...everyNode(newSession, 'session.')].map(([path]) => path),
    ...[...everyNode(linkRequest)].map(([path]) => path),
  ]);

  it.each(Object.entries(OPERATIONS))('has every field of %s', (_, { request }) => {
    expect([...everyNode(request)].map(([path]) => path).filter((path) => !known.has(path))).toEqual([]);
  });

  it('has texts as texts, lists as lists, and card data as secrets alone', () => {
    const amount: string | undefined = fields.order?.amount;
    const quantity: string | undefined = fields.order?.item?.[0]?.quantity;
    const number: Secret | undefined = fields.sourceOfFunds?.provided?.card?.number;
    expect([amount, quantity, number?.reveal()]).toEqual(['12.5', '2', '5123450000000008']);
    // @ts-expect-error a card number is no text
    const clear: string | undefined = fields.sourceOfFunds?.provided?.card?.number;
    expect(`${clear}`).toBe('[secret]');
  });

  it('does not compile with a misspelt name, as a property or in a path', () => {
    // @ts-expect-error no such field
    expect(fields.order?.amuont).toBeUndefined();
    // @ts-expect-error no such field
    const path: FieldPath = 'order.amuont';
    const right: FieldPath = 'order.amount';
    expect(path).not.toBe(right);
  });
});
