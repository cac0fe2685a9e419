import { expect, it } from 'vitest';
import { customId, referenceIn } from '../../../../src/adapters/providers/paypal/payment-names.ts';

it('names a payment so that only its merchant finds it again', () => {
  const name = customId('TEST-SHOP_1', 'aB3');
  expect(name).toBe('TEST-SHOP_1.aB3');
  expect(referenceIn(name, 'TEST-SHOP_1')).toBe('aB3');
  expect(referenceIn(name, 'OTHER')).toBeUndefined();
});

it.each([undefined, '', 'aB3', 'TESTSHOP.', '.aB3', 'TESTSHOP.a.b', 'TESTSHOP/aB3', `TESTSHOP.${'a'.repeat(33)}`])(
  'the adapter does not recognize %j as its own',
  (text) => {
    expect(referenceIn(text, 'TESTSHOP')).toBeUndefined();
  },
);

it('a reference has only characters that PayPal accepts everywhere', () => {
  expect(customId('a'.repeat(40), 'b'.repeat(32))).toMatch(/^[A-Za-z0-9\-_.,]{1,127}$/);
});
