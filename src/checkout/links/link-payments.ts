/**
 * The payments that a link takes. An order takes one of them right before its attempt is sent, so that a payer who only
 * looks, or types, keeps it from nobody. It gives it back when the attempt has failed, or was left.
 */
import type { Gateway, Merchant } from '../../core/index.ts';
import type { LinkOrder, StoredLink, TakenPlace } from '../../core/ports/index.ts';
import type { LinkRoom } from '../../web/views/index.ts';
import type { CheckoutSession } from '../session/session.ts';
import type { PayerDependencies } from '../status/checkout-status.ts';
import { type Fate, fateOf } from './fate.ts';

export interface LinkDependencies extends Pick<PayerDependencies, 'links' | 'sessions'> {
  readonly gateway: Pick<Gateway, 'clock' | 'orders'>;
}

/** Orders that are looked at when none is left: enough for all payers who are paying at one time. */
const LOOKED_AT_MAX = 200;

/**
 * Takes one of the link's payments for an attempt of this session, or keeps the one that it has.
 *
 * @returns false where the link has ended, or has none left. True for a session of no link
 */
export async function takePayment(
  dependencies: LinkDependencies,
  { checkout: { link: keys } }: Pick<CheckoutSession, 'checkout'>,
  attempt: string,
): Promise<boolean> {
  if (keys === undefined) {
    return true;
  }
  const { links, gateway } = dependencies;
  const link = await links.findByKey(keys.link);
  if (link === undefined || link.endedAt !== null) {
    return false;
  }
  const order = { key: keys.order, linkKey: link.key };
  const now = gateway.clock.now();
  if ((await links.keep(order.key, attempt, now)) || (await links.take(order, attempt, now))) {
    return true;
  }
  await settle(dependencies, link);
  return links.take(order, attempt, now);
}

/** @returns the place that `takePayment` has taken, for the payment's commit to check; undefined without a link */
export function placeOf(
  { checkout: { link } }: Pick<CheckoutSession, 'checkout'>,
  attempt: string,
): TakenPlace | undefined {
  return link && { linkOrder: link.order, attempt };
}

/** After an attempt of this session: its payment is taken for good, or given back. */
export async function settlePayment(
  dependencies: LinkDependencies,
  { checkout: { link: keys } }: Pick<CheckoutSession, 'checkout'>,
): Promise<void> {
  const { links } = dependencies;
  const link = keys && (await links.findByKey(keys.link));
  const order = keys && (await links.findOrderByKey(keys.order));
  if (link !== undefined && order?.state === 'TAKEN') {
    await write(dependencies, order, await fateNow(dependencies, link, order));
  }
}

/** Writes down which of the taken payments are paid, and gives back those that are not any more. */
export async function settle(dependencies: LinkDependencies, link: StoredLink): Promise<void> {
  for (const order of await dependencies.links.takenOrders(link.key, LOOKED_AT_MAX)) {
    await write(dependencies, order, await fateNow(dependencies, link, order));
  }
}

/** Whether a payer can begin. Only reads, since robots visit links too. */
export async function roomOf(
  dependencies: LinkDependencies,
  link: StoredLink,
  { isDisabled }: Merchant,
): Promise<LinkRoom> {
  const room = await placesOf(dependencies, link);
  if (room === 'PAID') {
    return room;
  }
  if (link.endedAt !== null) {
    return 'ENDED';
  }
  if (link.expiresAt !== null && link.expiresAt <= dependencies.gateway.clock.now()) {
    return 'EXPIRED';
  }
  return isDisabled ? 'CLOSED' : room;
}

/** Only reads, too. */
export async function placesOf(dependencies: LinkDependencies, link: StoredLink): Promise<'BUSY' | 'FREE' | 'PAID'> {
  if (link.paymentsMax === null || link.taken < link.paymentsMax) {
    return 'FREE';
  }
  const taken = await dependencies.links.takenOrders(link.key, LOOKED_AT_MAX);
  const fates = await Promise.all(taken.map((order) => fateNow(dependencies, link, order)));
  if (fates.includes('FREE')) {
    return 'FREE';
  }
  return fates.includes('TAKEN') ? 'BUSY' : 'PAID';
}

async function fateNow(
  { sessions, gateway }: LinkDependencies,
  { merchantKey }: StoredLink,
  order: LinkOrder,
): Promise<Fate> {
  const [session, stored] = await Promise.all([
    order.sessionKey === null ? undefined : sessions.findByKey(order.sessionKey),
    gateway.orders.find(merchantKey, order.orderId),
  ]);
  return fateOf(order, session, stored, gateway.clock.now());
}

async function write({ links }: LinkDependencies, order: LinkOrder, fate: Fate): Promise<void> {
  if (fate === 'PAID') {
    await links.markPaid(order.key);
  } else if (fate === 'FREE') {
    await links.release(order);
  }
}
