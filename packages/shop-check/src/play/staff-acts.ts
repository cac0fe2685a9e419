/** Acts of the shop's people: at the gateway's console, and in the shop's own administration. */
import { setTimeout as pause } from 'node:timers/promises';
import type { MerchantStaff } from '../gateway/merchant.ts';
import type { World } from '../gateway/world.ts';
import type { Step } from '../histories/step.ts';
import { NotOffered, type Shop } from '../shop/shop.ts';
import { decimal, type PlayedOrder } from './order.ts';

export interface StaffDependencies {
  readonly shop: Shop;
  readonly staff: MerchantStaff;
  readonly world: World;
}

const RAISE = 1_000;
const CHARGEBACK_POLL_MS = 1_000;
const CHARGEBACK_POLLS_MAX = 100;

export async function actAtGateway(
  act: Extract<Step, { do: 'staff' }>['act'],
  order: PlayedOrder,
  dependencies: StaffDependencies,
): Promise<void> {
  const { staff } = dependencies;
  const gatewayOrder = order.checkouts.at(-1)?.gatewayOrder ?? '';
  // A void takes the amount out of the books.
  order.hadMoney ||= (await staff.books(gatewayOrder)).authorized > 0;
  switch (act) {
    case 'capture-half':
      return staff.capture(gatewayOrder, decimal(Math.floor(order.amount / 2)), 'EUR');
    case 'refund':
      return staff.refund(gatewayOrder, decimal(order.amount), 'EUR');
    case 'void':
      return staff.void(gatewayOrder);
    case 'chargeback':
      return chargeBack(gatewayOrder, dependencies);
  }
}

/** Resolves when the gateway has booked the chargeback, of which it hears by a message of the provider. */
async function chargeBack(gatewayOrder: string, { staff, world }: StaffDependencies): Promise<void> {
  if (world.chargeBack === undefined) {
    throw new NotOffered('This sandbox has no chargebacks.');
  }
  await world.chargeBack(gatewayOrder);
  for (let asked = 0; !(await staff.isChargedBack(gatewayOrder)); asked += 1) {
    if (asked === CHARGEBACK_POLLS_MAX) {
      throw new NotOffered('The sandbox took no payment back: its clock is too far ahead after several runs.');
    }
    await world.later(CHARGEBACK_POLL_MS);
    await pause(CHARGEBACK_POLL_MS / 10);
  }
}

export async function actInShop(
  act: 'cancel' | 'raise-amount',
  order: PlayedOrder,
  { shop }: Pick<StaffDependencies, 'shop'>,
): Promise<void> {
  if (act === 'cancel') {
    return shop.act(order.id, { act: 'cancel' });
  }
  const amount = order.amount + RAISE;
  await shop.act(order.id, { act: 'change', amount: decimal(amount) });
  order.amount = amount;
}
