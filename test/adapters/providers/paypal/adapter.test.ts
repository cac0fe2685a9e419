/** The host of the adapter, by the operator's settings. */
import { expect, it } from 'vitest';
import { open } from '../../../../src/adapters/providers/paypal/adapter.ts';
import { PAYPAL_SITES } from '../../../../src/adapters/providers/paypal/paypal-sites.ts';

const SANDBOX = { origin: 'http://127.0.0.1:9', secret: 'a'.repeat(64) };

it('the adapter is absent unless it is configured, or the sandbox is', () => {
  expect(open({ env: {} })).toBeUndefined();
  expect(open({ env: { PAYPAL_ENVIRONMENT: '' } })).toBeUndefined();
  expect(open({ env: {}, sandbox: SANDBOX })?.id).toBe('paypal');
});

it.each(['live', 'sandbox'] as const)('the adapter calls PayPal’s %s environment where it is configured', (name) => {
  expect(open({ env: { PAYPAL_ENVIRONMENT: name }, sandbox: SANDBOX })?.id).toBe('paypal');
  expect(PAYPAL_SITES[name].api).toMatch(/^https:\/\/api-m\.(?:sandbox\.)?paypal\.com$/);
});

it('the adapter stops the start with one line for any other environment', () => {
  const start = () => open({ env: { PAYPAL_ENVIRONMENT: 'production' } });
  expect(start).toThrow(/^PAYPAL_ENVIRONMENT="production" cannot be used: it takes live or sandbox\.$/);
});

it('a webhook at an address of no merchant is refused', () => {
  const provider = open({ env: {}, sandbox: SANDBOX });
  expect(provider?.callback({ headers: {}, body: Buffer.from('{}') }, 0)).toEqual({ status: 'FORGED' });
});
