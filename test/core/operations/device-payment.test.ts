/** A payment with a wallet's token, as the acquirer receives it, and as it is stored before. */
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/contract/secret.ts';
import type { DeviceToken } from '../../../src/core/ports/index.ts';
import { type Bench, bench } from './bench.ts';

const TOKEN: DeviceToken = {
  wallet: 'GOOGLE_PAY',
  id: 'message-1',
  usableUntil: 4_000_000_000_000,
  number: new Secret('5123450000000008'),
  expiry: { month: '1', year: '39' },
  cryptogram: new Secret('AHAbcd1234567890abcdefABCDE=', true),
  eci: '02',
  money: undefined,
};

function withToken(token: Partial<DeviceToken> = {}): Bench {
  const on = bench({ wallets: { googlePay: {} } });
  Object.assign(on.gateway, { deviceTokens: { GOOGLE_PAY: () => ({ token: { ...TOKEN, ...token } }) } });
  return on;
}

const BODY = {
  order: { amount: '12', currency: 'EUR', walletProvider: 'GOOGLE_PAY' },
  sourceOfFunds: { type: 'CARD', provided: { card: { devicePayment: { paymentToken: '{}' } } } },
};

describe('a token with a cryptogram', () => {
  it('reaches the acquirer as number, expiry, cryptogram and ECI, and is used up by the intent', async () => {
    const on = withToken();
    await on.run('AUTHORIZE', '1', BODY);
    const { instrument, authentication } = on.asked();
    expect([instrument.number.reveal(), authentication?.eci, authentication?.token?.reveal()]).toEqual([
      '5123450000000008',
      '02',
      'AHAbcd1234567890abcdefABCDE=',
    ]);
    expect(instrument).toMatchObject({ kind: 'CARD', expiry: TOKEN.expiry, securityCode: undefined });
    const [intent] = on.orders.intents;
    expect(intent?.deviceToken).toEqual({ id: expect.stringMatching(/^[0-9a-f]{64}$/), until: TOKEN.usableUntil });
    expect(intent?.transaction.request.instrument).toMatchObject({ number: '512345xxxxxx0008', device: { eci: '02' } });
    const stored = JSON.stringify({ ...intent?.transaction.request, amount: '12' });
    expect(stored).not.toMatch(/AHAbcd|5123450000000008|paymentToken/);
  });

  it('sends no ECI that it does not have', async () => {
    const on = withToken({ eci: undefined });
    await on.run('PAY', '1', BODY);
    expect(on.asked().authentication).toMatchObject({ eci: undefined, token: TOKEN.cryptogram });
  });

  it('is used by one payment, whether it succeeds or not', async () => {
    const on = withToken();
    await on.run('PAY', '1', BODY);
    const refusal = await on.refused('PAY', '1', BODY, { orderId: 'order-2' });
    expect(refusal.fields).toEqual(['sourceOfFunds.provided.card.devicePayment.paymentToken INVALID']);
  });
});

it('a card on file in a wallet reaches the acquirer without an authentication', async () => {
  const on = withToken({ cryptogram: undefined, eci: undefined });
  await on.run('PAY', '1', BODY);
  expect(on.asked().authentication).toBeUndefined();
  expect(on.orders.intents[0]?.transaction.request.instrument).toMatchObject({ device: undefined });
});
