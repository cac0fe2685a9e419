/** The demo adapters against the sandbox's providers: the result of each call of the port, and the money it moves. */
import { describe, expect, it } from 'vitest';
import { demoProvider } from '../../../src/adapters/providers/demo/demo-protocol.ts';
import { openProviders } from '../../../src/adapters/providers/index.ts';
import { GATEWAY_CODES, type GatewayCode, resultOf } from '../../../src/contract/gateway-codes.ts';
import { currencyOf } from '../../../src/contract/money.ts';
import type { Provider } from '../../../src/core/ports/index.ts';
import {
  approved,
  asked,
  becomes,
  entriesOf,
  movementOn,
  paymentFor,
  providersWith,
  rigWith,
  SECRET,
  SLOW,
  startPayment,
  stateOf,
  visit,
} from '../../sandbox/providers/rig.ts';
import { freePorts } from '../../support/ports.ts';

describe('a payment', () => {
  it('is started with a page on another site than the gateway’s, and a number of the provider’s', async () => {
    const { wallet, gateway, sandbox } = await rigWith();
    const outcome = await wallet.create(paymentFor(gateway));
    expect(outcome).toEqual({
      status: 'CREATED',
      pageUrl: expect.stringMatching(`^http://127\\.0\\.0\\.1:${sandbox.port}/providers/demoWallet/pay/[\\w-]{22}$`),
      providerReference: 'DW-P000000001',
    });
  });

  it.each(['KWD', 'EUR', 'JPY'])('in %s has the amount to the last minor unit', async (code) => {
    const { wallet, gateway } = await rigWith();
    const payment = paymentFor(gateway, { amount: 99_999_999_999_999_001n, currency: currencyOf(code)! });
    await startPayment(wallet, payment);
    expect(await wallet.state(asked(payment.reference))).toEqual({
      status: 'OPEN',
      money: { amount: 99_999_999_999_999_001n, currency: code, orderId: payment.orderId },
    });
  });

  it('started again is the same one, with the same page', async () => {
    const { wallet, gateway, ...rest } = await rigWith();
    const payment = paymentFor(gateway);
    const [first, ...again] = await Promise.all(Array.from({ length: 10 }, () => wallet.create(payment)));
    for (const one of again) {
      expect(one).toEqual(first);
    }
    expect(entriesOf(rest)).toEqual(['PAYMENT 12.00 OPEN']);
  });

  it('started again with other contents is refused, and stays unchanged', async () => {
    const { wallet, gateway, ...rest } = await rigWith();
    const payment = paymentFor(gateway);
    await startPayment(wallet, payment);
    expect(await wallet.create({ ...payment, amount: 1201n })).toEqual({
      status: 'REFUSED',
      reply: expect.objectContaining({ gatewayCode: 'SYSTEM_ERROR', code: 'OTHER_CONTENT' }),
    });
    expect(entriesOf(rest)).toEqual(['PAYMENT 12.00 OPEN']);
  });

  it('started again after it was decided still has its page', async () => {
    const { wallet, gateway } = await rigWith();
    const payment = await approved(wallet, gateway);
    expect(await wallet.create(payment)).toMatchObject({ status: 'CREATED' });
  });

  it('that does not exist is unknown', async () => {
    const { wallet, bank, gateway } = await rigWith();
    const { reference } = paymentFor(gateway);
    for (const call of ['state', 'confirm', 'cancel'] as const) {
      expect(await wallet[call](asked(reference))).toEqual({ status: 'UNKNOWN_PAYMENT' });
    }
    const payment = paymentFor(gateway);
    await startPayment(wallet, payment);
    expect(await bank.state(asked(payment.reference))).toEqual({ status: 'UNKNOWN_PAYMENT' });
  });

  it('of an unknown payer is refused as declined, each time', async () => {
    const { wallet, gateway, ...rest } = await rigWith();
    const payment = paymentFor(gateway, { orderReference: 'TEST-FAIL-NOTFOUND' });
    const reply = expect.objectContaining({ gatewayCode: 'DECLINED', code: 'PAYER_NOT_FOUND' });
    expect(await wallet.create(payment)).toEqual({ status: 'REFUSED', reply });
    expect(await wallet.create(payment)).toEqual({ status: 'REFUSED', reply });
    expect(await wallet.state(asked(payment.reference))).toMatchObject({ status: 'DECIDED', reply });
    expect(entriesOf(rest)).toEqual(['PAYMENT 12.00 DECLINED']);
  });

  it('that a provider does not offer is refused', async () => {
    const { bank, gateway } = await rigWith();
    const reply = expect.objectContaining({ gatewayCode: 'NOT_SUPPORTED' });
    const authorization = paymentFor(gateway, { operation: 'AUTHORIZE' });
    const atMerchant = paymentFor(gateway, { confirmation: 'CONFIRM_AT_MERCHANT' });
    expect(await bank.create(authorization)).toEqual({ status: 'REFUSED', reply });
    expect(await bank.create(atMerchant)).toEqual({ status: 'REFUSED', reply });
  });
});

describe('the payer’s answer', () => {
  it.each([
    ['APPROVE', 'DECIDED APPROVED', 'APPROVED'],
    ['DECLINE', 'DECIDED DECLINED', 'DECLINED'],
    ['CANCEL', 'DECIDED CANCELLED', 'DECLINED'],
  ])('%s in the wallet is %s at once', async (choice, state, entry) => {
    const { wallet, gateway, ...rest } = await rigWith();
    const payment = paymentFor(gateway, { operation: 'AUTHORIZE' });
    await visit(await startPayment(wallet, payment), { choice });
    expect(await stateOf(wallet, payment)).toBe(state);
    expect(entriesOf(rest)).toEqual([`AUTHORIZATION 12.00 ${entry}`]);
  });

  it('at the bank is waited for, and names the chosen bank', async () => {
    const { bank, gateway, ...rest } = await rigWith({ speed: 20 });
    const payment = paymentFor(gateway);
    await visit(await startPayment(bank, payment), { choice: 'APPROVE', bank: '20030040' });
    await becomes(() => stateOf(bank, payment), 'DECIDED APPROVED');
    expect(await bank.state(asked(payment.reference))).toMatchObject({
      reply: { account: { bankIdentifier: '20030040' } },
    });
    expect(entriesOf(rest, 'demoBank')).toEqual(['PAYMENT 12.00 APPROVED']);
  });

  it('where the merchant confirms is only an agreement until then', async () => {
    const { wallet, gateway, ...rest } = await rigWith();
    const payment = paymentFor(gateway, { confirmation: 'CONFIRM_AT_MERCHANT' });
    const page = await startPayment(wallet, payment);
    expect((await wallet.confirm(asked(payment.reference))).status).toBe('OPEN');
    await visit(page, { choice: 'APPROVE' });
    expect(await stateOf(wallet, payment)).toBe('AGREED');
    expect(entriesOf(rest)).toEqual(['PAYMENT 12.00 AGREED']);
    const confirmed = await Promise.all(Array.from({ length: 5 }, () => wallet.confirm(asked(payment.reference))));
    for (const one of confirmed) {
      expect(one).toMatchObject({ status: 'DECIDED', reply: { gatewayCode: 'APPROVED' } });
    }
    expect(entriesOf(rest)).toEqual(['PAYMENT 12.00 APPROVED']);
    await becomes(() => gateway.calledBack().length, 2);
  });
});

describe('a payment that is cancelled', () => {
  it('while it is open accepts no further answer of the payer', async () => {
    const { wallet, gateway, ...rest } = await rigWith();
    const payment = paymentFor(gateway);
    const page = await startPayment(wallet, payment);
    for (const _ of [1, 2]) {
      const withdrawn = await wallet.cancel(asked(payment.reference));
      expect(withdrawn).toMatchObject({ status: 'DECIDED', reply: { gatewayCode: 'CANCELLED', code: 'WITHDRAWN' } });
    }
    await visit(page, { choice: 'APPROVE' });
    expect(await stateOf(wallet, payment)).toBe('DECIDED CANCELLED');
    expect(entriesOf(rest)).toEqual(['PAYMENT 12.00 WITHDRAWN']);
  });

  it('while the merchant’s confirmation is awaited cannot be confirmed any more', async () => {
    const { wallet, gateway } = await rigWith();
    const payment = await approved(wallet, gateway, { confirmation: 'CONFIRM_AT_MERCHANT' });
    expect(await wallet.cancel(asked(payment.reference))).toMatchObject({ reply: { gatewayCode: 'CANCELLED' } });
    expect(await wallet.confirm(asked(payment.reference))).toMatchObject({ reply: { gatewayCode: 'CANCELLED' } });
  });

  it('too late is paid, and is reported as paid', async () => {
    const { wallet, gateway, ...rest } = await rigWith();
    const payment = await approved(wallet, gateway);
    expect(await wallet.cancel(asked(payment.reference))).toMatchObject({
      status: 'DECIDED',
      reply: { gatewayCode: 'APPROVED' },
    });
    expect(entriesOf(rest)).toEqual(['PAYMENT 12.00 APPROVED']);
  });

  it('while its result is being decided continues', async () => {
    const { bank, gateway } = await rigWith({ speed: SLOW });
    const payment = paymentFor(gateway);
    await visit(await startPayment(bank, payment), { choice: 'APPROVE', bank: '10020030' });
    expect(await stateOf(bank, payment)).toBe('WAITING');
    expect((await bank.cancel(asked(payment.reference))).status).toBe('WAITING');
  });
});

describe('a movement', () => {
  it('is made once for any repeats, with the same reply', async () => {
    const { wallet, gateway, ...rest } = await rigWith();
    const payment = await approved(wallet, gateway);
    const refund = movementOn(payment, { amount: 500n });
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => wallet.move(refund)));
    for (const outcome of outcomes) {
      expect(outcome).toEqual({
        status: 'REPLIED',
        reply: { gatewayCode: 'APPROVED', code: 'COMPLETED', message: 'Completed', providerReference: 'DW-M000000001' },
      });
    }
    expect(entriesOf(rest)).toEqual(['PAYMENT 12.00 APPROVED', 'REFUND 5.00 APPROVED']);
  });

  it('repeated with other contents is refused, and moves nothing', async () => {
    const { wallet, gateway, ...rest } = await rigWith();
    const payment = await approved(wallet, gateway);
    const refund = movementOn(payment, { amount: 500n });
    await wallet.move(refund);
    const reply = expect.objectContaining({ gatewayCode: 'SYSTEM_ERROR', code: 'OTHER_CONTENT' });
    expect(await wallet.move({ ...refund, amount: 501n })).toEqual({ status: 'REPLIED', reply });
    expect(await wallet.move({ ...refund, payment: asked((await approved(wallet, gateway)).reference) })).toEqual({
      status: 'REPLIED',
      reply,
    });
    expect(entriesOf(rest, 'demoWallet', payment.orderId)).toEqual(['PAYMENT 12.00 APPROVED', 'REFUND 5.00 APPROVED']);
  });

  it('of an unknown payment is refused', async () => {
    const { wallet, gateway } = await rigWith();
    expect(await wallet.move(movementOn(paymentFor(gateway)))).toMatchObject({
      status: 'REPLIED',
      reply: { gatewayCode: 'SYSTEM_ERROR', code: 'UNKNOWN_PAYMENT' },
    });
  });
});

describe('a result code forced by a reference', () => {
  const codes = Object.keys(GATEWAY_CODES) as GatewayCode[];
  const final = codes.filter((code) => ['SUCCESS', 'FAILURE'].includes(resultOf(code)));

  it('is returned unchanged from a payment, for each code', async () => {
    const { wallet, gateway } = await rigWith();
    for (const code of final) {
      const payment = await approved(wallet, gateway, { orderReference: `.FAIL_${code}` });
      expect(await stateOf(wallet, payment)).toBe(`DECIDED ${code}`);
    }
  });

  it.each(['.FAIL_PENDING', '.FAIL_NO_SUCH_CODE', '.FAIL_UNKNOWN'])(
    '%s leaves a payment pending',
    async (reference) => {
      const { wallet, gateway } = await rigWith({ speed: 1_000 });
      const payment = await approved(wallet, gateway, { orderReference: reference });
      expect(await stateOf(wallet, payment)).toBe('WAITING');
    },
  );

  it('is returned unchanged from a movement, for each code, and only an approval moves money', async () => {
    const { wallet, gateway, ...rest } = await rigWith();
    const payment = await approved(wallet, gateway, { amount: 100_000n });
    for (const code of codes) {
      const refund = movementOn(payment, { amount: 100n, transactionReference: `.FAIL ${code}` });
      expect(await wallet.move(refund)).toMatchObject({ status: 'REPLIED', reply: { gatewayCode: code } });
    }
    const states = entriesOf(rest)
      .slice(1)
      .map((entry) => entry.split(' ')[2]);
    expect(states).toEqual(codes.map((code) => (/SUCCESS|PENDING/.test(resultOf(code)) ? 'APPROVED' : 'DECLINED')));
  });

  it('that is pending becomes an approval', async () => {
    const { wallet, gateway } = await rigWith({ speed: 1_000 });
    const payment = await approved(wallet, gateway);
    const refund = movementOn(payment, { transactionReference: '.FAIL_PENDING' });
    await wallet.move(refund);
    const code = async () => {
      const outcome = await wallet.move(refund);
      return outcome.status === 'REPLIED' ? outcome.reply.gatewayCode : outcome.status;
    };
    await becomes(code, 'APPROVED');
  });
});

describe('a provider that cannot be reached', () => {
  const calls: readonly [string, (provider: Provider) => Promise<unknown>][] = [
    ['create', (provider) => provider.create(paymentFor({ origin: 'http://localhost' }))],
    ['state', (provider) => provider.state(asked('P-x'))],
    ['confirm', (provider) => provider.confirm(asked('P-x'))],
    ['withdraw', (provider) => provider.cancel(asked('P-x'))],
    ['move', (provider) => provider.move(movementOn(paymentFor({ origin: 'http://localhost' })))],
  ];

  it.each(calls)('was certainly not sent %s where no server listens', async (_, call) => {
    const [port] = await freePorts(1);
    const providers = openProviders({ env: {}, sandbox: { origin: `http://127.0.0.1:${port}`, secret: SECRET } });
    expect(await call(providers.get('demoWallet')!)).toEqual({ status: 'NOT_SENT' });
  });

  it.each(calls)('rejects %s unread where the secret is wrong', async (_, call) => {
    const { sandbox } = await providersWith();
    expect(await call(demoProvider('demoWallet', { origin: sandbox.origin, secret: `${SECRET}0` }))).toEqual({
      status: 'NOT_SENT',
    });
    expect(sandbox.ledger('demoWallet')).toEqual([]);
  });

  it.each(calls)('gives no answer to %s where its answer is malformed', async (_, call) => {
    const { sandbox, wallet } = await providersWith();
    sandbox.setFaults('demoWallet', { mode: 'GARBAGE' });
    expect(await call(wallet)).toEqual({ status: 'NO_ANSWER' });
  });

  it.each(calls)('gives no answer to %s where the provider does not exist', async (name, call) => {
    const { sandbox } = await providersWith();
    const outcome = await call(demoProvider('demoNobody', { origin: sandbox.origin, secret: SECRET }));
    expect((outcome as { status: string }).status).not.toBe('UNKNOWN_PAYMENT');
    if (name === 'state') {
      expect(outcome).toEqual({ status: 'NO_ANSWER' });
    }
  });
});
