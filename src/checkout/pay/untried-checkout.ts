/** A checkout by the key of its session, and its end by the shop's staff before anybody has tried to pay. */
import { currencyOf, minorUnits } from '../../contract/money.ts';
import { endUntriedSession, type Merchant } from '../../core/index.ts';
import type { StoredOrder } from '../../core/ports/index.ts';
import type { KeyedSession } from '../session/session.ts';
import type { PayerDependencies } from '../status/checkout-status.ts';
import { canBePaid } from '../status/state.ts';

/** A checkout that takes a payment, as the merchant made it. */
export interface FoundCheckout {
  /** The key of its session. */
  readonly key: number;
  readonly orderId: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Decimal text; absent where the merchant has not set it, or the checkout verifies a card. */
  readonly amount?: string | undefined;
  readonly description?: string | undefined;
  readonly reference?: string | undefined;
  /** The address of the merchant's customer. */
  readonly email?: string | undefined;
  readonly mode: 'PAYMENT_LINK' | 'WEBSITE';
  /** The address at the shop to which the payer returns. */
  readonly returnUrl?: string | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Whether it can be paid, now or after its payer has renewed it. */
  readonly isOpen: boolean;
  /** Absent before the first attempt to pay. */
  readonly order?: StoredOrder | undefined;
}

/** @param key of the session @returns undefined for another merchant's, and for a session that is no such checkout */
export async function findCheckout(
  dependencies: PayerDependencies,
  merchant: Merchant,
  key: number,
): Promise<FoundCheckout | undefined> {
  const session = Number.isSafeInteger(key) ? await dependencies.sessions.findByKey(key) : undefined;
  return session?.merchantKey === merchant.key ? foundCheckout(dependencies, session) : undefined;
}

/** The open checkouts of an order, as far back as `Sessions.ofOrder` looks. */
export async function checkoutsOfOrder(
  dependencies: PayerDependencies,
  merchant: Merchant,
  orderId: string,
): Promise<readonly FoundCheckout[]> {
  const sessions = await dependencies.sessions.ofOrder(merchant.key, orderId);
  const found = await Promise.all(sessions.map((session) => foundCheckout(dependencies, session)));
  return found.flatMap((checkout) => (checkout?.isOpen === true ? [checkout] : []));
}

async function foundCheckout(
  { gateway }: PayerDependencies,
  session: KeyedSession,
): Promise<FoundCheckout | undefined> {
  const { key, merchantKey, checkout, fields, createdAt, expiresAt } = session;
  const { id: orderId, currency, amount, description, reference } = fields.order ?? {};
  const isPaidWith = checkout !== null && checkout.operation !== 'NONE' && checkout.behind === undefined;
  if (!isPaidWith || orderId === undefined || currency === undefined) {
    return undefined;
  }
  const order = await gateway.orders.find(merchantKey, orderId);
  return {
    ...{ key, orderId, currency, amount, description, reference, order, createdAt, expiresAt },
    email: fields.customer?.email,
    mode: checkout.mode,
    returnUrl: fields.interaction?.returnUrl,
    isOpen: canBePaid({ ...session, id: '', checkout }, order, gateway.clock.now()),
  };
}

/**
 * ENDED: nothing can be paid with it any more. GONE: it was over before. UNDER_WAY: somebody has begun to pay, so
 * nothing was changed.
 */
export type UntriedEndResult = 'ENDED' | 'GONE' | 'UNDER_WAY';

/** @param orderKey the key of the order that is stored with the end */
export async function endUntriedCheckout(
  dependencies: PayerDependencies,
  merchant: Merchant,
  session: number,
  orderKey: number,
): Promise<UntriedEndResult> {
  const { gateway } = dependencies;
  const checkout = await findCheckout(dependencies, merchant, session);
  if (checkout?.isOpen !== true) {
    return 'GONE';
  }
  const { orderId, currency, amount = '0' } = checkout;
  const order = {
    ...{ key: orderKey, merchantKey: merchant.key, orderId, currency },
    amount: minorUnits(amount, currencyOf(currency)!) ?? 0n,
  };
  if (await endUntriedSession(gateway, order, session)) {
    return 'ENDED';
  }
  const after = await gateway.orders.find(merchant.key, orderId);
  return after?.state.endedSessions?.includes(session) === true ? 'GONE' : 'UNDER_WAY';
}
