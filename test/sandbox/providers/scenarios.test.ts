/** Outcomes that a tester chooses by `order.reference`, on a simulated clock. */
import { beforeEach, describe, expect, it } from 'vitest';
import { DEMO_BANK, DEMO_WALLET, type ProviderKind } from '../../../src/sandbox/providers/kinds.ts';
import { Payments } from '../../../src/sandbox/providers/payments.ts';
import { ProviderLedger } from '../../../src/sandbox/providers/provider-ledger.ts';
import type { ProviderPaymentRow } from '../../../src/sandbox/providers/provider-ledger-rows.ts';
import { asked, becomes, entriesOf, paymentFor, rigWith, startPayment, stateOf, visit } from './rig.ts';

/** The time for which the provider is silent: longer than a busy machine takes for a query. */
const SILENT_MS = 2_500;

let ledger: ProviderLedger;
beforeEach(() => {
  ledger = new ProviderLedger('Test', undefined);
});

/** A payment started at 0, and its states. */
function paymentWith(reference: string, { kind = DEMO_WALLET as ProviderKind, speed = 1, atMerchant = false } = {}) {
  const payments = new Payments({ kind, ledger, speed, callbackDelayMs: () => 0 });
  const request = {
    merchant: { id: 'M', name: 'Shop' },
    order: { id: 'o-1', reference },
    operation: 'PAY',
    confirmation: atMerchant ? 'CONFIRM_AT_MERCHANT' : 'CONFIRM_AT_PROVIDER',
    amount: '12.00',
    currency: 'EUR',
    returnUrl: 'http://localhost/return',
    callbackUrl: 'http://localhost/callback',
    shipping: { displayed: false, changeable: false },
  } as const;
  const now = () => ledger.paymentBy('reference', 'P-1') as ProviderPaymentRow;
  payments.create('P-1', request, 0);
  return {
    /** State and code at a moment. */
    at(ms: number) {
      payments.resolve(ms);
      return now().code === null ? now().state : `${now().state} ${now().code}`;
    },
    arrive: (ms: number) => payments.arrive(now(), ms),
    confirm: (ms: number) => payments.confirm(now(), ms),
    withdraw: () => payments.cancel(now()),
    row: now,
    /** The states in callbacks. */
    calledBack: () => ledger.callbacksOf(now().id).map(({ body }) => (JSON.parse(body) as { state: string }).state),
  };
}

describe('outcomes that wait for the payer', () => {
  it.each([
    ['TEST-SUCCEED', 'APPROVED COMPLETED'],
    ['TEST-FAIL-DECLINE', 'DECLINED PAYER_DECLINED'],
    ['.FAIL_INSUFFICIENT_FUNDS', 'DECLINED INSUFFICIENT_FUNDS'],
    ['.FAILAPPROVED', 'APPROVED APPROVED'],
  ])('%s is decided on arrival, and not before', (reference, outcome) => {
    const payment = paymentWith(reference);
    expect(payment.at(86_400_000)).toBe('OPEN');
    payment.arrive(86_400_000);
    expect(payment.at(86_400_000)).toBe(outcome);
    expect(payment.calledBack()).toEqual([outcome.split(' ')[0]]);
  });

  it.each(['TEST-PENDING', '.FAIL_PENDING', '.FAIL_WHATEVER'])('%s waits for ever after arrival', (reference) => {
    const payment = paymentWith(reference);
    expect(payment.at(0)).toBe('OPEN');
    payment.arrive(0);
    expect(payment.at(Number.MAX_SAFE_INTEGER)).toBe('WAITING');
    expect(payment.calledBack()).toEqual([]);
  });

  it('TEST-TIMEOUT-THEN-SUCCESS is silent for 30 s after arrival, and then paid', () => {
    const payment = paymentWith('TEST-TIMEOUT-THEN-SUCCESS');
    expect([payment.at(5_000), payment.row().silent_until]).toEqual(['OPEN', null]);
    payment.arrive(5_000);
    expect([payment.at(34_999), payment.row().silent_until]).toEqual(['WAITING', 35_000]);
    expect(payment.at(35_000)).toBe('APPROVED COMPLETED');
  });
});

describe('outcomes without waiting for the payer', () => {
  it.each([
    ['TEST-SUCCESS-INIT', 'APPROVED COMPLETED'],
    ['TEST-FAIL-INIT', 'DECLINED PAYER_DECLINED'],
  ])('%s waits from the beginning, and is decided after 30 s, with or without the payer', (reference, outcome) => {
    for (const comes of [true, false]) {
      ledger = new ProviderLedger('Test', undefined);
      const payment = paymentWith(reference);
      if (comes) {
        payment.arrive(10_000);
      }
      expect(payment.at(29_999)).toBe('WAITING');
      expect(payment.at(30_000)).toBe(outcome);
      expect(payment.calledBack()).toHaveLength(1);
    }
  });

  it('TEST-FAIL-THEN-SUCCESS is declined after 30 s and paid 60 s later, with callbacks for both', () => {
    const payment = paymentWith('TEST-FAIL-THEN-SUCCESS');
    expect(payment.at(29_999)).toBe('WAITING');
    expect(payment.at(30_000)).toBe('DECLINED PAYER_DECLINED');
    expect(payment.at(89_999)).toBe('DECLINED PAYER_DECLINED');
    expect(payment.at(90_000)).toBe('APPROVED COMPLETED');
    expect(payment.calledBack()).toEqual(['DECLINED', 'APPROVED']);
  });

  it('continue after the merchant’s withdrawal, which is too late', () => {
    const payment = paymentWith('TEST-SUCCESS-INIT');
    payment.withdraw();
    expect(payment.at(30_000)).toBe('APPROVED COMPLETED');
  });

  it('TEST-FAIL-NOTFOUND is not started', () => {
    const payment = paymentWith('TEST-FAIL-NOTFOUND');
    payment.arrive(0);
    expect(payment.at(Number.MAX_SAFE_INTEGER)).toBe('REFUSED PAYER_NOT_FOUND');
    expect(payment.calledBack()).toEqual([]);
  });
});

describe('where the merchant confirms', () => {
  it.each(['TEST-SUCCEED', 'TEST-SUCCESS-INIT', 'TEST-FAIL-THEN-SUCCESS', 'TEST-TIMEOUT-THEN-SUCCESS'])(
    '%s does not succeed before the confirmation',
    (reference) => {
      const payment = paymentWith(reference, { atMerchant: true });
      payment.arrive(0);
      expect(payment.at(1_000_000)).toBe('AGREED COMPLETED');
      payment.confirm(1_000_001);
      expect(payment.at(1_000_001)).toBe('APPROVED COMPLETED');
      expect(payment.calledBack().slice(-2)).toEqual(['AGREED', 'APPROVED']);
    },
  );

  it('a decline needs no confirmation', () => {
    const payment = paymentWith('TEST-FAIL-DECLINE', { atMerchant: true });
    payment.arrive(0);
    expect(payment.at(0)).toBe('DECLINED PAYER_DECLINED');
  });

  it('an agreement that is withdrawn stays withdrawn', () => {
    const payment = paymentWith('TEST-SUCCEED', { atMerchant: true });
    payment.arrive(0);
    payment.withdraw();
    payment.confirm(1);
    expect(payment.at(Number.MAX_SAFE_INTEGER)).toBe('WITHDRAWN WITHDRAWN');
  });
});

it('all times shrink by the sandbox’s speed', () => {
  const payment = paymentWith('TEST-FAIL-THEN-SUCCESS', { speed: 60 });
  expect([499, 500, 1_499, 1_500].map((ms) => payment.at(ms).split(' ')[0])).toEqual([
    'WAITING',
    'DECLINED',
    'DECLINED',
    'APPROVED',
  ]);
});

it('a bank’s payer who is not asked still has a bank', () => {
  const payment = paymentWith('TEST-SUCCEED', { kind: DEMO_BANK });
  payment.arrive(0);
  expect(payment.row()).toMatchObject({ state: 'APPROVED', bank: '10020030' });
});

it('a payer is asked for any other reference, however similar', () => {
  for (const reference of ['', 'test-succeed', 'TEST-SUCCEED2', 'constructor', '__proto__', 'FAIL_DECLINED']) {
    ledger = new ProviderLedger('Test', undefined);
    const payment = paymentWith(reference);
    payment.arrive(0);
    expect(payment.at(Number.MAX_SAFE_INTEGER), reference).toBe('OPEN');
  }
});

describe('over the wire', () => {
  it('a payer with a chosen outcome is redirected straight back, for any outcome and number of visits', async () => {
    const { wallet, gateway } = await rigWith();
    for (const orderReference of [
      'TEST-SUCCEED',
      'TEST-FAIL-DECLINE',
      'TEST-PENDING',
      'TEST-SUCCESS-INIT',
      '.FAIL_X',
    ]) {
      const payment = paymentFor(gateway, { orderReference });
      const page = await startPayment(wallet, payment);
      for (const _ of [1, 2]) {
        expect(await visit(page)).toMatchObject({ status: 303, location: payment.returnUrl });
      }
    }
  });

  it('a provider that is silent about a payment answers on others, until it is paid', async () => {
    const { wallet, gateway, ...rest } = await rigWith({ speed: 30_000 / SILENT_MS });
    const payment = paymentFor(gateway, { orderReference: 'TEST-TIMEOUT-THEN-SUCCESS' });
    const page = await startPayment(wallet, payment);
    expect(await stateOf(wallet, payment)).toBe('OPEN');
    await visit(page);
    const other = paymentFor(gateway);
    const [state, confirmed, withdrawn, created] = await Promise.all([
      wallet.state(asked(payment.reference)),
      wallet.confirm(asked(payment.reference)),
      wallet.cancel(asked(payment.reference)),
      wallet.create(other),
    ]);
    expect([state, confirmed, withdrawn].map(({ status }) => status)).toEqual(Array(3).fill('NO_ANSWER'));
    expect(created.status).toBe('CREATED');
    await becomes(() => stateOf(wallet, payment), 'DECIDED APPROVED');
    await becomes(() => gateway.calledBack(), [payment.reference]);
    expect(entriesOf(rest)).toEqual(['PAYMENT 12.00 APPROVED', 'PAYMENT 12.00 OPEN']);
  });
});
