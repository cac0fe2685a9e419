/** The end of a checkout by the shop's staff, while the payer pays. */
import { afterEach, describe, expect, it } from 'vitest';
import { endCheckout } from '../../../src/checkout/pay/end-checkout.ts';
import { endUntriedCheckout } from '../../../src/checkout/pay/untried-checkout.ts';
import { endSession } from '../../../src/core/operations/end-session.ts';
import { SimulatedProvider } from '../../browser-payments/simulated-provider.ts';
import { FROM } from '../../browser-payments/world.ts';
import { type Rig, rig } from '../../core/payer-authentication/rig.ts';
import { answered } from '../../core/world.ts';
import { EVENT_ACTIONS } from '../status/event-actions.ts';
import { MONEY, PROVIDER, Walk } from '../status/walk.ts';

let made: Rig;
const provider = new SimulatedProvider(PROVIDER);
let walk: Walk;
afterEach(() => walk.close());

/** A checkout whose first payment was declined, so that its order exists. */
async function declined(): Promise<Walk> {
  made = await rig();
  walk = new Walk(made, provider, []);
  await walk.open('pay');
  await walk.payByServer('declined', { order: MONEY }, 'DECLINED');
  return walk;
}

const orderOf = async ({ dependencies, merchant, orderId }: Walk) =>
  (await dependencies.gateway.orders.find(merchant.key, orderId))!;
const keyOf = async ({ dependencies, id }: Walk) => (await dependencies.sessionService.findById(id))!.key;
const isPaid = async (one: Walk) => (await orderOf(one)).state.totalCaptured > 0n;

describe('a checkout that nobody has tried to pay', () => {
  const CARD = { method: 'card', number: '5123450000000008', expiry: '01/39', securityCode: '100' };

  async function untried(): Promise<Walk> {
    made = await rig();
    walk = new Walk(made, provider, []);
    await walk.open('pay');
    return walk;
  }
  const end = async ({ dependencies, merchant }: Walk) =>
    endUntriedCheckout(dependencies, merchant, await keyOf(walk), dependencies.gateway.orders.newKey());

  it('and is ended while the payer presses Pay, sends nothing', async () => {
    const { orders } = (await untried()).dependencies.gateway;
    const begin = orders.begin.bind(orders);
    let sent = 0;
    made.acquirer.says = () => {
      sent += 1;
      return answered();
    };
    orders.begin = async (intent) => {
      orders.begin = begin;
      expect(await end(walk)).toBe('ENDED');
      return begin(intent);
    };
    await walk.post(CARD);
    expect([sent, await isPaid(walk), await walk.state()]).toEqual([0, false, 'cancelled']);
    expect(await end(walk)).toBe('GONE');
  });

  it('and whose payment begins while it is being ended, is paid', async () => {
    const { orders } = (await untried()).dependencies.gateway;
    const insert = orders.insert.bind(orders);
    orders.insert = async (order) => {
      orders.insert = insert;
      await EVENT_ACTIONS.SEND(walk, 'pay');
      return insert(order);
    };
    expect(await end(walk)).toBe('UNDER_WAY');
    await walk.answerWith('APPROVED');
    expect([await isPaid(walk), await walk.state(), await end(walk)]).toEqual([true, 'paid', 'GONE']);
  });
});

describe('a checkout', () => {
  it('that is ended after a form was read, and before its payment begins, sends nothing', async () => {
    const { dependencies, merchant, orderId } = await declined();
    const { orders } = dependencies.gateway;
    const begin = orders.begin.bind(orders);
    let sent = 0;
    made.acquirer.says = () => {
      sent += 1;
      return answered();
    };
    const key = await keyOf(walk);
    orders.begin = async (intent) => {
      orders.begin = begin;
      expect(await endSession({ orders }, { merchantKey: merchant.key, orderId }, key)).toBe('ENDED');
      return begin(intent);
    };
    await walk.post({ method: 'card', number: '5123450000000008', expiry: '01/39', securityCode: '100' });
    expect([sent, await isPaid(walk), await walk.state()]).toEqual([0, false, 'cancelled']);
  });

  it('whose payment is being sent is not ended, and is paid', async () => {
    await declined();
    await EVENT_ACTIONS.SEND(walk, 'pay');
    const ending = { merchant: walk.merchant, order: await orderOf(walk), session: await keyOf(walk) };
    expect(await endCheckout(walk.dependencies, ending, FROM)).toBe('UNDER_WAY');
    await walk.answerWith('APPROVED');
    expect([await isPaid(walk), await walk.state()]).toEqual([true, 'paid']);
    const after = { ...ending, order: await orderOf(walk) };
    expect(await endCheckout(walk.dependencies, after, FROM)).toBe('GONE');
  });

  it('with a payment at a provider is ended there, too, as soon as the provider cancels it', async () => {
    await declined();
    await walk.post({ method: PROVIDER });
    const ending = async () => ({ merchant: walk.merchant, order: await orderOf(walk), session: await keyOf(walk) });
    provider.fault = () => ({ status: 'NO_ANSWER' });
    expect(await endCheckout(walk.dependencies, await ending(), FROM)).toBe('AT_PROVIDER');
    expect(await walk.state()).toBe('atProvider');
    provider.fault = () => undefined;
    expect(await endCheckout(walk.dependencies, await ending(), FROM)).toBe('ENDED');
    expect([await isPaid(walk), await walk.state()]).toEqual([false, 'cancelled']);
  });
});
