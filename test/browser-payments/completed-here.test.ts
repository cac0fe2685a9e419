/** A provider that takes no money before the gateway completes the payment to which the payer agreed. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handleReturn } from '../../src/checkout/return/redirect-steps.ts';
import { MINUTE_MS, SECOND_MS } from '../../src/contract/durations.ts';
import { paymentResult } from '../../src/core/browser-payments/payment-result.ts';
import { type Ground, openGround } from './ground.ts';
import { PAGE_URL } from './simulated-provider.ts';
import { FROM, type InitiatedPayment, World } from './world.ts';

let ground: Ground;
let world: World;
let initiated: InitiatedPayment;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());
beforeEach(async () => {
  world = new World(ground, { facts: { completedBy: 'GATEWAY' } });
  initiated = await world.initiate();
});

const gatewayCode = async () => (await world.found(initiated.key)).transaction.outcome?.gatewayCode;
const kinds = async () => (await world.found(initiated.key)).events.map(({ kind }) => kind);
const agree = () => world.provider.stand(initiated.reference, 'AGREED');

describe('an agreed payment', () => {
  it('is completed when the payer returns, once, and was recorded before', async () => {
    agree();
    let notedBefore: string[] = [];
    world.provider.held = async (call) => {
      if (call === 'confirm') {
        notedBefore = await kinds();
      }
    };
    expect((await world.handleReturn(initiated)).kind).toBe('INTERSTITIAL');
    expect([await gatewayCode(), world.provider.count('confirm')]).toEqual(['APPROVED', 1]);
    expect(notedBefore).toContain('CONFIRMATION_ASKED');
  });

  it('is completed though the payer does not return', async () => {
    agree();
    await world.goTo(world.now() + MINUTE_MS);
    expect([await gatewayCode(), world.provider.count('confirm')]).toEqual(['APPROVED', 1]);
  });

  it('is completed again where the answer was lost, and is one payment', async () => {
    agree();
    world.provider.fault = (call) => (call === 'confirm' ? { status: 'NO_ANSWER', done: true } : undefined);
    await world.handleReturn(initiated);
    world.provider.fault = () => undefined;
    await world.goTo(world.now() + MINUTE_MS);
    expect(await gatewayCode()).toBe('APPROVED');
  });

  it('is not completed where the merchant confirms', async () => {
    initiated = await world.initiate({ confirmation: 'CONFIRM_AT_MERCHANT' });
    agree();
    await world.handleReturn(initiated);
    await world.goTo(world.now() + MINUTE_MS);
    expect([await gatewayCode(), world.provider.count('confirm')]).toEqual(['PENDING', 0]);
  });

  it('is not completed where the amount differs', async () => {
    agree();
    world.provider.payment(initiated.reference).money = { amount: 1n, currency: 'EUR', orderId: initiated.orderId };
    await world.handleReturn(initiated);
    await world.goTo(world.now() + MINUTE_MS);
    expect(world.provider.count('confirm')).toBe(0);
  });

  it('is not completed once it has ended here', async () => {
    await world.goTo(world.now() + 91 * MINUTE_MS);
    expect(await gatewayCode()).toBe('ABORTED');
    agree();
    await world.goTo(world.now() + 3 * 24 * 60 * MINUTE_MS);
    expect(world.provider.count('confirm')).toBe(0);
  });
});

describe('a payer whose instrument is declined', () => {
  beforeEach(() => {
    agree();
    world.provider.instrumentsDeclined = 1;
  });

  it('returns to the provider’s page, and pays with another choice', async () => {
    expect(await world.handleReturn(initiated)).toEqual({ kind: 'REDIRECT', url: PAGE_URL + initiated.reference });
    expect(paymentResult(await world.found(initiated.key)).kind).toBe('open');
    world.pass(30 * SECOND_MS);
    expect((await world.handleReturn(initiated)).kind).toBe('INTERSTITIAL');
    expect([await gatewayCode(), world.provider.count('confirm')]).toEqual(['APPROVED', 2]);
  });

  it('is not charged meanwhile, since the declined instrument is not completed again', async () => {
    await world.handleReturn(initiated);
    await world.goTo(world.now() + 10 * MINUTE_MS);
    expect([await gatewayCode(), world.provider.count('confirm')]).toEqual(['PENDING', 1]);
  });

  it('may close the browser after choosing, since the provider’s callback follows', async () => {
    await world.handleReturn(initiated);
    world.pass(30 * SECOND_MS);
    await world.callBack(initiated);
    expect(await gatewayCode()).toBe('APPROVED');
  });

  it('returns there though the provider’s callback about the first choice came before the payer’s return', async () => {
    await world.callBack(initiated);
    world.pass(SECOND_MS);
    expect(await world.handleReturn(initiated)).toEqual({ kind: 'REDIRECT', url: PAGE_URL + initiated.reference });
    expect(world.provider.count('confirm')).toBe(1);
    world.pass(30 * SECOND_MS);
    await world.handleReturn(initiated);
    expect(await gatewayCode()).toBe('APPROVED');
  });

  it('may still choose when the provider’s callback about the first choice comes after the return', async () => {
    world.provider.instrumentsDeclined = 2;
    await world.handleReturn(initiated);
    world.pass(SECOND_MS);
    await world.callBack(initiated);
    expect([await gatewayCode(), paymentResult(await world.found(initiated.key)).kind]).toEqual(['PENDING', 'open']);
    world.pass(30 * SECOND_MS);
    await world.handleReturn(initiated);
    expect(await gatewayCode()).toBe('APPROVED');
  });

  it('is declined after some callbacks without a return from the second choice', async () => {
    world.provider.instrumentsDeclined = 100;
    await world.handleReturn(initiated);
    for (let calls = 0; calls < 10; calls += 1) {
      world.pass(SECOND_MS);
      await world.callBack(initiated);
    }
    expect([await gatewayCode(), world.provider.count('confirm')]).toEqual(['DECLINED', 6]);
  });

  it('has each choice completed under a name of its own', async () => {
    const attempts: number[] = [];
    const { confirm } = world.provider;
    world.provider.confirm = (payment) => {
      attempts.push(payment.attempt);
      return confirm.call(world.provider, payment);
    };
    world.provider.instrumentsDeclined = 2;
    await world.handleReturn(initiated);
    world.pass(SECOND_MS);
    await world.callBack(initiated);
    world.pass(SECOND_MS);
    await world.handleReturn(initiated);
    expect(attempts).toEqual([1, 2, 3]);
  });

  it('is declined the second time', async () => {
    world.provider.instrumentsDeclined = 2;
    await world.handleReturn(initiated);
    world.pass(30 * SECOND_MS);
    expect((await world.handleReturn(initiated)).kind).toBe('INTERSTITIAL');
    expect(await gatewayCode()).toBe('DECLINED');
  });
});

describe('a payer who cancels at the provider', () => {
  const cancelled = () => handleReturn(world.parts, initiated.state, { from: FROM, isPrefetch: false, isCancel: true });

  it('ends the payment, there and here', async () => {
    await cancelled();
    expect([await gatewayCode(), world.provider.count('cancel')]).toEqual(['CANCELLED', 1]);
  });

  it('has paid where the payment was made before', async () => {
    world.provider.stand(initiated.reference, 'APPROVED');
    await cancelled();
    expect(await gatewayCode()).toBe('APPROVED');
  });

  it('has the payment queried again where the provider gave no answer', async () => {
    world.provider.fault = () => ({ status: 'NO_ANSWER' });
    await cancelled();
    expect(await gatewayCode()).toBe('PENDING');
    world.provider.fault = () => undefined;
    await world.goTo(world.now() + 91 * MINUTE_MS);
    expect(await gatewayCode()).toBe('ABORTED');
  });

  it('changes no payment that is over', async () => {
    world.provider.stand(initiated.reference, 'APPROVED');
    await world.handleReturn(initiated);
    await cancelled();
    expect([await gatewayCode(), world.provider.count('cancel')]).toEqual(['APPROVED', 0]);
  });
});
