import { expect, it } from 'vitest';
import { sandboxPayPalAccount } from '../../../src/settings/sandbox/index.ts';

const KEY = '5a'.repeat(32);

it('two processes with one key have one PayPal account, and a process with another key has another one', () => {
  expect(sandboxPayPalAccount(KEY)).toEqual(sandboxPayPalAccount(KEY));
  const [one, other] = [sandboxPayPalAccount(KEY), sandboxPayPalAccount('5b'.repeat(32))];
  for (const name of ['clientId', 'clientSecret', 'merchantId', 'webhookId'] as const) {
    expect(one[name]).not.toBe(other[name]);
  }
});

it('the ids of the account look like PayPal’s', () => {
  expect(sandboxPayPalAccount(KEY)).toEqual({
    clientId: expect.stringMatching(/^A[A-Za-z0-9_-]{79}$/),
    clientSecret: expect.stringMatching(/^E[A-Za-z0-9_-]{79}$/),
    merchantId: expect.stringMatching(/^[2-9A-HJ-NP-Z]{13}$/),
    webhookId: expect.stringMatching(/^[A-Z0-9]{17}$/),
  });
});
