/** The checkouts of an order that can still be paid, and their end by the shop's staff. */
import { endSession, heldParts, type Merchant, releaseHeld } from '../../core/index.ts';
import type { StoredOrder } from '../../core/ports/index.ts';
import type { CheckoutSession, KeyedSession } from '../session/session.ts';
import type { PayerDependencies } from '../status/checkout-status.ts';
import { canBePaid, checkoutState } from '../status/state.ts';
import { cancelProviderPayment } from './provider-payment.ts';
import { findCheckout } from './untried-checkout.ts';

export interface OpenCheckout {
  /** The key of its session. */
  readonly key: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** When it ends by itself; a payer may renew it, or may have a payment at a provider then. */
  readonly expiresAt: number;
  /** The provider at which a payment waits for the payer. */
  readonly provider?: string | undefined;
}

/**
 * The hosted checkouts of the order that a payer has used and can pay with, or has a payment at a provider of. One that
 * nobody has tried to pay with is not among them: `checkoutsOfOrder` finds it.
 */
export async function openCheckouts(
  dependencies: PayerDependencies,
  order: StoredOrder,
): Promise<readonly OpenCheckout[]> {
  const now = dependencies.gateway.clock.now();
  const found = await Promise.all((await sessionKeys(dependencies, order)).map((key) => ownerOf(dependencies, key)));
  const sessions = new Map(found.flatMap((session) => (session === undefined ? [] : [[session.key, session]])));
  return [...sessions.values()].flatMap((session) => {
    const state = checkoutState(session, order, now);
    const { key, createdAt, expiresAt } = session;
    const provider = state.kind === 'pending' && state.movement.session === key ? state.movement.provider : undefined;
    return provider !== undefined || canBePaid(session, order, now) ? [{ key, createdAt, expiresAt, provider }] : [];
  });
}

async function sessionKeys(
  { gateway }: PayerDependencies,
  { key, state: { movements, authentications = [] } }: StoredOrder,
): Promise<readonly number[]> {
  const checked = authentications.length === 0 ? [] : await gateway.payerAuthentication.authentications.ofOrder(key);
  const keys = [
    ...movements.map(({ session }) => session),
    ...checked.map(({ purpose }) => (purpose.entryPoint === 'HOSTED_PAGE' ? purpose.session : undefined)),
  ];
  return [...new Set(keys.filter((one) => one !== undefined))];
}

/** The checkout of a session: its own, or that of the payment link that it is behind. */
async function ownerOf({ sessions }: PayerDependencies, key: number): Promise<CheckoutSession | undefined> {
  const session = checkoutOf(await sessions.findByKey(key));
  const { behind } = session?.checkout ?? {};
  return behind === undefined ? session : checkoutOf(await sessions.findByKey(behind.linkKey));
}

/** Without its id, which is a password. */
function checkoutOf(session: KeyedSession | undefined): CheckoutSession | undefined {
  return session?.checkout == null ? undefined : { ...session, id: '', checkout: session.checkout };
}

/**
 * ENDED: nothing can be paid with it any more. AT_PROVIDER: it takes no new payment, but the provider has not cancelled
 * the one that waits there for the payer. GONE: it was over before. UNDER_WAY: a payment is being sent.
 */
export type CheckoutEndResult = 'AT_PROVIDER' | 'ENDED' | 'GONE' | 'UNDER_WAY';

/** @param from the network address of the person who ends it */
export async function endCheckout(
  dependencies: PayerDependencies,
  { merchant, order, session }: { readonly merchant: Merchant; readonly order: StoredOrder; readonly session: number },
  from: string,
): Promise<CheckoutEndResult> {
  const { gateway } = dependencies;
  if (order.lockedBy !== null) {
    return 'UNDER_WAY';
  }
  if (!(await isOpen(dependencies, merchant, order, session))) {
    return 'GONE';
  }
  if ((await endSession(gateway, order, session)) === 'UNDER_WAY') {
    return 'UNDER_WAY';
  }
  await cancelAtProviders(dependencies, order, session, from);
  const [held] = heldParts(order.state);
  if (held?.session === session) {
    await releaseHeld(gateway, order, merchant.id);
  }
  const after = await gateway.orders.find(order.merchantKey, order.orderId);
  return after !== undefined && (await isOpen(dependencies, merchant, after, session)) ? 'AT_PROVIDER' : 'ENDED';
}

async function isOpen(
  dependencies: PayerDependencies,
  merchant: Merchant,
  order: StoredOrder,
  session: number,
): Promise<boolean> {
  const isTried = (await openCheckouts(dependencies, order)).some(({ key }) => key === session);
  const untried = isTried ? undefined : await findCheckout(dependencies, merchant, session);
  return isTried || (untried?.isOpen === true && untried.orderId === order.orderId);
}

/** No new payment of the session begins meanwhile. */
async function cancelAtProviders(
  dependencies: PayerDependencies,
  { merchantKey, orderId }: StoredOrder,
  session: number,
  from: string,
): Promise<void> {
  const { orders, browser } = dependencies.gateway;
  const order = await orders.find(merchantKey, orderId);
  const open = order?.state.movements.filter(
    (movement) => movement.session === session && movement.provider !== undefined && movement.result === 'PENDING',
  );
  for (const { transactionId } of open ?? []) {
    const transaction = order && (await orders.transaction(order.key, transactionId));
    const payment = transaction && (await browser.payments.find(transaction.key));
    if (payment !== undefined) {
      await cancelProviderPayment(dependencies, payment, from);
    }
  }
}
