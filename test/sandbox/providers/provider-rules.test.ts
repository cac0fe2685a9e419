/** The limits that a provider's ledger places on a payment, independent of the gateway's requests. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currencyOf } from '../../../src/contract/money.ts';
import type { NewProviderPayment, Provider, ProviderMovement } from '../../../src/core/ports/index.ts';
import { DEMO_WALLET } from '../../../src/sandbox/providers/kinds.ts';
import { SandboxProvider } from '../../../src/sandbox/providers/provider.ts';
import { memoryLog } from '../../adapters/acquirers/fixtures.ts';
import { approved, entriesOf, movementOn, paymentFor, rigWith, startPayment } from './rig.ts';

async function codeOf(provider: Provider, movement: ProviderMovement): Promise<string> {
  const outcome = await provider.move(movement);
  return outcome.status === 'REPLIED' ? outcome.reply.code : outcome.status;
}

async function paid(operation: NewProviderPayment['operation']) {
  const rig = await rigWith();
  const payment = await approved(rig.wallet, rig.gateway, { operation });
  const ask = (kind: ProviderMovement['kind'], amount: bigint, target?: string) => {
    const movement = movementOn(payment, { kind, amount, ...(target !== undefined && { target }) });
    return { movement, code: codeOf(rig.wallet, movement) };
  };
  return { ...rig, payment, ask, entries: () => entriesOf(rig) };
}

describe('a capture', () => {
  it('takes no more than was authorized, in any number of parts', async () => {
    const { ask, entries } = await paid('AUTHORIZE');
    expect(await ask('CAPTURE', 700n).code).toBe('COMPLETED');
    expect(await ask('CAPTURE', 501n).code).toBe('OVER_LIMIT');
    expect(await ask('CAPTURE', 500n).code).toBe('COMPLETED');
    expect(await ask('CAPTURE', 1n).code).toBe('OVER_LIMIT');
    expect(entries()).toEqual([
      'AUTHORIZATION 12.00 APPROVED',
      'CAPTURE 7.00 APPROVED',
      'CAPTURE 5.01 DECLINED',
      'CAPTURE 5.00 APPROVED',
      'CAPTURE 0.01 DECLINED',
    ]);
  });

  it('needs an authorization that stands', async () => {
    const { ask, wallet, gateway } = await paid('PAY');
    expect(await ask('CAPTURE', 100n).code).toBe('NOTHING_STANDING');
    const open = paymentFor(gateway, { operation: 'AUTHORIZE' });
    await startPayment(wallet, open);
    expect(await codeOf(wallet, movementOn(open, { kind: 'CAPTURE' }))).toBe('NOTHING_STANDING');
    const declined = await approved(wallet, gateway, { operation: 'AUTHORIZE', orderReference: 'TEST-FAIL-DECLINE' });
    expect(await codeOf(wallet, movementOn(declined, { kind: 'CAPTURE' }))).toBe('NOTHING_STANDING');
  });

  it('is in the payment’s currency', async () => {
    const { wallet, payment } = await paid('AUTHORIZE');
    const other = movementOn(payment, { kind: 'CAPTURE', currency: currencyOf('USD')! });
    expect(await codeOf(wallet, other)).toBe('OTHER_CURRENCY');
  });
});

describe('a refund', () => {
  it('returns no more than was captured', async () => {
    const { ask } = await paid('AUTHORIZE');
    expect(await ask('REFUND', 1n).code).toBe('OVER_LIMIT');
    await ask('CAPTURE', 500n).code;
    expect(await ask('REFUND', 501n).code).toBe('OVER_LIMIT');
    expect(await ask('REFUND', 500n).code).toBe('COMPLETED');
    expect(await ask('REFUND', 1n).code).toBe('OVER_LIMIT');
  });

  it('of a payment returns no more than was paid', async () => {
    const { ask } = await paid('PAY');
    expect(await ask('REFUND', 1201n).code).toBe('OVER_LIMIT');
    expect(await ask('REFUND', 1200n).code).toBe('COMPLETED');
  });
});

describe('a void', () => {
  it('undoes a payment, whole or not at all, and once', async () => {
    const { ask, entries } = await paid('PAY');
    expect(await ask('VOID', 1100n).code).toBe('INVALID_AMOUNT');
    expect(await ask('VOID', 1200n).code).toBe('COMPLETED');
    expect(await ask('VOID', 1200n).code).toBe('NOTHING_STANDING');
    expect(await ask('REFUND', 100n).code).toBe('NOTHING_STANDING');
    expect(entries()).toEqual([
      'PAYMENT 12.00 REVERSED',
      'VOID 11.00 DECLINED',
      'VOID 12.00 APPROVED',
      'VOID 12.00 DECLINED',
      'REFUND 1.00 DECLINED',
    ]);
  });

  it('has one effect when it is repeated', async () => {
    const { ask, wallet, entries } = await paid('PAY');
    const { movement, code } = ask('VOID', 1200n);
    expect(await code).toBe('COMPLETED');
    expect(await codeOf(wallet, movement)).toBe('COMPLETED');
    expect(entries()).toEqual(['PAYMENT 12.00 REVERSED', 'VOID 12.00 APPROVED']);
  });

  it('undoes an authorization of which nothing is captured', async () => {
    const { ask, payment, entries } = await paid('AUTHORIZE');
    const capture = ask('CAPTURE', 300n);
    await capture.code;
    expect(await ask('VOID', 1200n).code).toBe('RESTED_ON');
    expect(await ask('VOID', 300n, capture.movement.reference).code).toBe('COMPLETED');
    expect(await ask('VOID', 1200n, payment.reference).code).toBe('COMPLETED');
    expect(entries().filter((entry) => entry.endsWith('REVERSED'))).toEqual([
      'AUTHORIZATION 12.00 REVERSED',
      'CAPTURE 3.00 REVERSED',
    ]);
  });

  it('undoes a capture unless a refund needs it, and undoes any refund', async () => {
    const { ask } = await paid('AUTHORIZE');
    const first = ask('CAPTURE', 300n);
    await first.code;
    const second = ask('CAPTURE', 200n);
    await second.code;
    const refund = ask('REFUND', 300n);
    expect(await refund.code).toBe('COMPLETED');
    expect(await ask('VOID', 300n, first.movement.reference).code).toBe('RESTED_ON');
    expect(await ask('VOID', 200n, second.movement.reference).code).toBe('COMPLETED');
    expect(await ask('VOID', 300n, refund.movement.reference).code).toBe('COMPLETED');
    expect(await ask('VOID', 300n, first.movement.reference).code).toBe('COMPLETED');
  });

  it('must name a standing movement: no void, no declined one, and none of another payment', async () => {
    const { ask, wallet, gateway } = await paid('AUTHORIZE');
    const declined = ask('CAPTURE', 9_999n);
    await declined.code;
    const other = await approved(wallet, gateway);
    expect(await ask('VOID', 9_999n, declined.movement.reference).code).toBe('NOTHING_STANDING');
    expect(await ask('VOID', 1200n, other.reference).code).toBe('NOTHING_STANDING');
    expect(await ask('VOID', 1200n, 'M-none').code).toBe('NOTHING_STANDING');
    const capture = ask('CAPTURE', 300n);
    await capture.code;
    const voided = ask('VOID', 300n, capture.movement.reference);
    expect(await voided.code).toBe('COMPLETED');
    expect(await ask('VOID', 300n, voided.movement.reference).code).toBe('NOTHING_STANDING');
  });
});

it('the bank refunds payments, and voids none', async () => {
  const rig = await rigWith();
  const payment = await approved(rig.bank, rig.gateway);
  expect(await codeOf(rig.bank, movementOn(payment, { kind: 'VOID' }))).toBe('NOT_OFFERED');
  expect(await codeOf(rig.bank, movementOn(payment, { kind: 'CAPTURE' }))).toBe('NOT_OFFERED');
  expect(await codeOf(rig.bank, movementOn(payment, { kind: 'REFUND' }))).toBe('COMPLETED');
  expect(entriesOf(rig, 'demoBank')).toEqual([
    'PAYMENT 12.00 APPROVED',
    'VOID 12.00 DECLINED',
    'CAPTURE 12.00 DECLINED',
    'REFUND 12.00 APPROVED',
  ]);
});

it('a forced approval moves no more than there is, and a forced refusal changes nothing', async () => {
  const { wallet, payment, entries } = await paid('PAY');
  const forced = (transactionReference: string, amount: bigint) =>
    codeOf(wallet, movementOn(payment, { amount, transactionReference }));
  expect(await forced('.FAIL_APPROVED', 1201n)).toBe('OVER_LIMIT');
  expect(await forced('.FAIL_BLOCKED', 100n)).toBe('BLOCKED');
  expect(await forced('.FAIL_APPROVED', 1200n)).toBe('APPROVED');
  expect(entries().at(-1)).toBe('REFUND 12.00 APPROVED');
});

it('any requests in any order keep refunded ≤ captured ≤ authorized at every moment', async () => {
  const asked = fc.record({
    kind: fc.constantFrom('CAPTURE' as const, 'REFUND' as const, 'VOID' as const),
    cents: fc.integer({ min: 1, max: 1_500 }),
    target: fc.option(fc.nat(12), { nil: undefined }),
    repeats: fc.constantFrom(1, 1, 1, 3),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('AUTHORIZE' as const, 'PAY' as const),
      fc.array(asked, { maxLength: 25 }),
      async (operation, all) => {
        const parts = { kind: DEMO_WALLET, ledgerFile: undefined, secret: 's', speed: 1, log: memoryLog() };
        const provider = new SandboxProvider(parts);
        const payment = provider.create('P', {
          merchant: { id: 'M', name: 'M' },
          order: { id: 'o', reference: 'TEST-SUCCEED' },
          operation,
          confirmation: 'CONFIRM_AT_PROVIDER',
          amount: '10.00',
          currency: 'EUR',
          returnUrl: 'http://127.0.0.1:9/',
          callbackUrl: 'http://127.0.0.1:9/',
          shipping: { displayed: false, changeable: false },
        })!;
        provider.faults.set({ mode: 'NEVER' });
        provider.arrive(payment);
        for (const [index, { kind, cents, target, repeats }] of all.entries()) {
          const entry = target === undefined ? undefined : provider.ledger.entries({})[target];
          const amount = kind === 'VOID' ? (entry?.amount ?? '10.00') : (cents / 100).toFixed(2);
          const request = { kind, amount, currency: 'EUR', ...(entry && { target: entry.reference }) };
          for (let n = 0; n < repeats; n += 1) {
            provider.move(payment, `M${index}`, request);
          }
          const standing = provider.ledger.entries({}).filter(({ state }) => state === 'APPROVED');
          const sum = (...kinds: string[]) =>
            standing
              .filter((one) => kinds.includes(one.kind))
              .reduce((total, one) => total + Math.round(Number(one.amount) * 100), 0);
          const captured = sum('CAPTURE', 'PAYMENT');
          expect(captured).toBeLessThanOrEqual(sum('AUTHORIZATION', 'PAYMENT'));
          expect(sum('REFUND')).toBeLessThanOrEqual(captured);
          expect(provider.ledger.entries({})).toHaveLength(index + 2);
        }
        await provider.close();
      },
    ),
    { numRuns: 150 },
  );
});
