/**
 * INITIATE_BROWSER_PAYMENT: the intent stored before the call, the request to the provider, and the order after each
 * answer.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../src/contract/durations.ts';
import { execute } from '../../../src/core/operations/execute.ts';
import { orderStatus } from '../../../src/core/order/order-status.ts';
import { type Ground, openGround, START } from '../../browser-payments/ground.ts';
import { type Fault, PAGE_URL, replyWith } from '../../browser-payments/simulated-provider.ts';
import {
  FROM,
  type Initiation,
  NOTIFICATION_URL,
  newOrderId,
  ORIGIN,
  RETURN_URL,
  World,
} from '../../browser-payments/world.ts';
import { payment } from '../world.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

/** The provider's request for this initiation. */
async function asked(more: Initiation = {}, world = new World(ground)) {
  const { reference } = await world.initiate(more);
  return world.provider.payment(reference).asked;
}

const order = (more: object) => ({ order: { amount: '12.00', currency: 'EUR', ...more } });

const wallet = (settings: object, returnUrl = RETURN_URL) => ({
  browserPayment: {
    operation: 'PAY',
    returnUrl,
    demoWallet: { paymentConfirmation: 'CONFIRM_AT_PROVIDER', ...settings },
  },
});

async function outcome(world: World, call: Awaited<ReturnType<World['initiation']>>) {
  const result = await execute(world.gateway, call);
  if (result.kind !== 'DONE') {
    throw new Error('The order was locked.');
  }
  const { key } = result.transaction;
  const found = await world.found(key);
  const [notifications] = await ground.query('select count(*) as n from notification where transaction_key = ?', key);
  return {
    key,
    code: found.transaction.outcome?.gatewayCode,
    order: orderStatus(found.order.state),
    pageUrl: found.payment.pageUrl,
    events: found.events.map(({ kind, outcome: what }) => [kind, what]),
    notified: notifications?.n,
    dueAt: await world.dueAt({ key }),
  };
}

describe('the provider is called', () => {
  it('for the amount in minor units, under a name of its own, with the return URL and its callback', async () => {
    const orderId = newOrderId();
    const world = new World(ground);
    const { returnUrl, cancelUrl, choiceUrl, ...rest } = await asked(
      { orderId, body: order({ description: 'Two books', reference: 'R-1' }) },
      world,
    );
    expect(rest).toEqual({
      reference: expect.stringMatching(/^[0-9A-Za-z]{16}$/),
      account: { merchantId: 'TESTSHOP', members: {} },
      merchantName: 'Example Shop',
      orderId,
      operation: 'PAY',
      confirmation: 'CONFIRM_AT_PROVIDER',
      amount: 1_200n,
      currency: expect.objectContaining({ code: 'EUR', exponent: 2 }),
      description: 'Two books',
      orderReference: 'R-1',
      callbackUrl: `${ORIGIN}/callback/${world.provider.id}`,
      shipping: { displayed: true, changeable: true },
    });
    expect(returnUrl).toMatch(new RegExp(`^${ORIGIN}/return/[0-9a-z]+-[0-9a-z]+-[0-9A-Za-z_-]{22}$`));
    expect(cancelUrl).toBe(`${returnUrl}?cancelled=true`);
    expect(choiceUrl).toBe(returnUrl.replace('/return/', '/checkout/choice/'));
    // The request must not contain the shop's address or the payer's status URL.
    expect(JSON.stringify({ ...rest, amount: '', returnUrl })).not.toContain('shop.example');
  });

  it.each([
    ['JPY', '500', 500n],
    ['KWD', '1.234', 1_234n],
    ['EUR', '9999999999.99', 999_999_999_999n],
  ])('for %s %s exactly', async (currency, amount, units) => {
    expect(await asked({ body: order({ currency, amount }) })).toMatchObject({ amount: units });
  });

  it.each([
    [{}, true, true],
    [{ displayShippingAddress: true, overrideShippingAddress: false }, true, true],
    [{ displayShippingAddress: false }, false, true],
    [{ overrideShippingAddress: true }, true, false],
    [{ displayShippingAddress: false, overrideShippingAddress: true }, false, false],
  ])('to let the payer see and change the address by %o: %s, %s', async (settings, displayed, changeable) => {
    expect((await asked({ body: wallet(settings) })).shipping).toEqual({ displayed, changeable });
  });

  it('with the shipping address that the merchant gave', async () => {
    const shipping = {
      address: { street: '1 High St', city: 'Dublin', postcodeZip: 'D02', country: 'IRL' },
      contact: { firstName: 'Jane', lastName: 'Doe' },
    };
    expect((await asked({ body: { shipping, customer: { email: 'jane@shop.example' } } })).shipping.address).toEqual({
      name: 'Jane Doe',
      street: '1 High St',
      city: 'Dublin',
      postcodeZip: 'D02',
      country: 'IRL',
    });
  });

  it('only once the intent is durable: order locked, names stored, no page yet', async () => {
    const world = new World(ground);
    const made = Promise.withResolvers<void>();
    world.provider.held = () => made.promise;
    const initiating = world.initiate();
    await expect.poll(() => world.provider.count('create')).toBe(1);
    const reference = world.provider.calls[0]!.reference;
    const stored = await ground.store.browserPayments.findBy('reference', reference);
    expect(stored).toMatchObject({ payment: { pageUrl: null, returnUrl: RETURN_URL }, events: [] });
    expect(stored?.order.lockedBy).toBe(stored?.transaction.key);
    expect(stored?.transaction.outcome).toBeUndefined();
    made.resolve();
    await initiating;
  });
});

describe('the provider’s answer', () => {
  it('that it made the payment is pending, with its page; the merchant, who sent the payer, is not notified', async () => {
    const world = new World(ground);
    const made = await outcome(world, await world.initiation());
    expect(made).toMatchObject({ code: 'PENDING', order: 'INITIATED', notified: 0, events: [['INITIATED', '']] });
    expect(made.pageUrl).toMatch(new RegExp(`^${PAGE_URL}`));
    expect(made.dueAt).toBe(START + 5_000);
  });

  it('that it refuses makes a failure with its code, and no payer is redirected', async () => {
    const world = new World(ground);
    world.provider.refusal = replyWith('DECLINED');
    expect(await outcome(world, await world.initiation())).toMatchObject({
      code: 'DECLINED',
      order: 'FAILED',
      pageUrl: null,
      notified: 1,
      dueAt: null,
      events: [['NOT_INITIATED', 'DECLINED']],
    });
  });

  it.each(['UNKNOWN', 'PENDING', 'APPROVED'] as const)(
    'that it refuses makes a failure, even with the code %s',
    async (said) => {
      const world = new World(ground);
      world.provider.refusal = replyWith(said);
      expect(await outcome(world, await world.initiation())).toMatchObject({
        code: 'DECLINED',
        order: 'FAILED',
        dueAt: null,
      });
    },
  );

  it.each([
    ['NOT_SENT', 'ACQUIRER_SYSTEM_ERROR', null],
    ['NO_ANSWER', 'TIMED_OUT', START + 5 * MINUTE_MS],
  ] as const)('%s gives %s', async (status, code, dueAt) => {
    const world = new World(ground);
    world.provider.fault = (): Fault => ({ status });
    const call = await world.initiation();
    expect(await outcome(world, call)).toMatchObject({
      code,
      order: 'FAILED',
      pageUrl: null,
      notified: 1,
      dueAt,
      events: [['NOT_INITIATED', code]],
    });
    world.provider.fault = () => undefined;
    const again = await world.initiation({ orderId: call.orderId, transactionId: '2' });
    expect(await outcome(world, again)).toMatchObject({ code: 'PENDING', order: 'INITIATED' });
  });

  it('that never comes, because the adapter fails, counts as no answer', async () => {
    const world = new World(ground);
    world.provider.fault = () => {
      throw new Error('an adapter with a fault');
    };
    expect(await outcome(world, await world.initiation())).toMatchObject({ code: 'TIMED_OUT', order: 'FAILED' });
  });
});

describe('an initiation sent again', () => {
  it.each([2, 50])('%i times at once calls the provider once, and all callers get one answer', async (copies) => {
    const world = new World(ground);
    const call = await world.initiation();
    const answers = await Promise.all(Array.from({ length: copies }, () => execute(world.gateway, call)));
    const keys = answers.map((answer) => (answer.kind === 'DONE' ? answer.transaction.key : 'LOCKED'));
    expect(new Set(keys).size).toBe(1);
    expect(world.provider.count('create')).toBe(1);
    expect(answers.filter((answer) => answer.kind === 'DONE' && !answer.repeated)).toHaveLength(1);
  });

  const OTHERS: readonly (readonly [string, Initiation])[] = [
    ['amount', { body: order({ amount: '13.00' }) }],
    ['operation', { operation: 'AUTHORIZE' }],
    ['returnUrl', { body: wallet({}, 'https://shop.example/elsewhere') }],
  ];

  it.each(OTHERS)('with another %s is refused, and nothing changes', async (_what, more) => {
    const world = new World(ground);
    const call = await world.initiation();
    await execute(world.gateway, call);
    const before = await ground.rows();
    const changed = await world.initiation({ orderId: call.orderId, ...more });
    await expect(execute(world.gateway, changed)).rejects.toThrow('is not a repeat of it');
    expect(await ground.rows()).toEqual(before);
    expect(world.provider.count('create')).toBe(1);
  });
});

describe('an order', () => {
  it('with a payment under way accepts no other until its result is known, nor one by card', async () => {
    const world = new World(ground);
    const { orderId, reference } = await world.initiate();
    const second = await world.initiation({ orderId, transactionId: '2' });
    await expect(execute(world.gateway, second)).rejects.toThrow('is not finished');
    const merchant = await world.merchant();
    const byCard = { ...payment(), merchant, orderId, transactionId: '3' };
    await expect(execute(world.gateway, byCard)).rejects.toThrow('is not finished');
    expect(world.acquirer.requests).toEqual([]);
    world.provider.stand(reference, 'APPROVED');
    await world.goTo(START + 5_000);
    await expect(execute(world.gateway, second)).rejects.toThrow('was successful');
    expect(world.provider.count('create')).toBe(1);
  });

  it('with a payment being initiated is locked for another transaction, and nothing of it is recorded', async () => {
    const world = new World(ground);
    const made = Promise.withResolvers<void>();
    world.provider.held = () => made.promise;
    const orderId = newOrderId();
    const initiating = world.initiate({ orderId });
    await expect.poll(() => world.provider.count('create')).toBe(1);
    const before = await ground.rows();
    const second = await world.initiation({ orderId, transactionId: '2' });
    expect(await execute(world.gateway, second)).toMatchObject({ kind: 'LOCKED' });
    expect(await ground.rows()).toEqual(before);
    made.resolve();
    await initiating;
  });

  it('with a declined payment accepts the next one, also by another method', async () => {
    const world = new World(ground);
    const { orderId, reference } = await world.initiate();
    world.provider.stand(reference, 'DECLINED');
    await world.goTo(START + 5_000);
    const merchant = await world.merchant();
    const result = await execute(world.gateway, { ...payment(), merchant, orderId, transactionId: '2' });
    expect(result).toMatchObject({ transaction: { outcome: { gatewayCode: 'APPROVED' } } });
  });
});

describe('the stored payment', () => {
  it('has names that no other payment has', async () => {
    const world = new World(ground);
    const all = await Promise.all(Array.from({ length: 50 }, () => world.initiate()));
    for (const name of ['reference', 'handle', 'state'] as const) {
      expect(new Set(all.map((one) => one[name])).size).toBe(50);
    }
  });

  it('has a path of our own in place of the returnUrl, where the hosted page requests that', async () => {
    const world = new World(ground);
    const { key } = await world.initiate({ home: '/checkout/done/SESSION' });
    expect((await world.found(key)).payment.returnUrl).toBe('/checkout/done/SESSION');
  });

  it('has the shop’s name as the checkout shows it, or none', async () => {
    const world = new World(ground);
    const named = await world.initiate({ shopName: 'The Corner Shop' });
    const { key } = await world.initiate();
    expect((await world.found(named.key)).payment.shopName).toBe('The Corner Shop');
    expect((await world.found(key)).payment.shopName).toBeNull();
  });

  it('has the caller, the caller’s address and the notification URL', async () => {
    const world = new World(ground);
    const { key } = await world.initiate();
    const { events, transaction } = await world.found(key);
    expect(events).toMatchObject([{ kind: 'INITIATED', actor: 'MERCHANT', source: FROM }]);
    expect(transaction.request).toMatchObject({ from: FROM, notificationUrl: NOTIFICATION_URL });
  });
});
