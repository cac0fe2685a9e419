/** The finality of a Pix payment, and the effects of its return by the PSP: on order, page and a notification, once. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { statusPage } from '../../../src/checkout/return/status-page.ts';
import { MINUTE_MS } from '../../../src/contract/durations.ts';
import { orderStatus } from '../../../src/core/order/order-status.ts';
import { returnByPsp } from '../../../src/sandbox/pix/payments.ts';
import type { StartedPix } from '../../../src/sandbox/pix/start-pix.ts';
import { matchLocale } from '../../../src/web/text/index.ts';
import { type Ground, openGround } from '../ground.ts';
import { type InitiatedPayment, ORIGIN } from '../world.ts';
import { accountMembers, adapterFor, INITIATION, openPsp, PixWorld } from './pix-world.ts';

const members = accountMembers();

let ground: Ground;
let simulator: StartedPix;
beforeAll(async () => {
  [ground, simulator] = await Promise.all([openGround(), openPsp()]);
});
afterAll(async () => {
  await simulator.close();
  await ground.close();
});

async function views(world: PixWorld, { key, handle }: InitiatedPayment) {
  const { order } = await world.found(key);
  const dependencies = { ...world.parts, sandbox: false, publicOrigin: ORIGIN, matchLocale };
  const answer = await statusPage(dependencies, handle, { accepted: [] });
  const [row] = await ground.query('select count(*) as n from notification where order_key = ?', order.key);
  return {
    order: orderStatus(order.state),
    movements: order.state.movements.map(({ type, result }) => `${type} ${result}`),
    page: 'page' in answer ? answer.page.outcome : undefined,
    notifications: Number(row?.n),
  };
}

it('a Pix is paid when the PSP has the money, and not while the code is shown', async () => {
  const world = new PixWorld(ground, simulator, adapterFor(simulator), members);
  const initiated = await world.initiate(INITIATION);
  const before = await views(world, initiated);
  expect(before).toMatchObject({ order: 'INITIATED', notifications: 0 });
  expect(before.page?.kind).not.toBe('made');
  world.pays(initiated);
  await world.callBack(initiated);
  expect(await views(world, initiated)).toMatchObject({
    order: 'CAPTURED',
    page: { kind: 'made', money: { paid: { value: '12.00' } } },
    notifications: 1,
  });
});

it('a return by the PSP for fraud is charged back once, for any number of reports', async () => {
  const world = new PixWorld(ground, simulator, adapterFor(simulator), members);
  const initiated = await world.initiate(INITIATION);
  world.pays(initiated);
  await world.callBack(initiated);
  simulator.psp.change((work) => returnByPsp(work, world.charge(initiated)));
  await world.callBackReturned(initiated);
  await world.callBackReturned(initiated);
  await world.goTo(world.now() + MINUTE_MS);
  expect(await views(world, initiated)).toMatchObject({
    movements: ['PAYMENT SUCCESS', 'CHARGEBACK SUCCESS'],
    page: { money: { chargedBack: { value: '12.00' } } },
    notifications: 2,
  });
});
