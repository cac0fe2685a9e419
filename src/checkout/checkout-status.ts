/** The status of a payer's checkout, with everything that its pages are made from. */

import { isUndecided } from '../browser-payments/conclude.ts';
import type { BrowserPaymentDependencies } from '../browser-payments/dependencies.ts';
import { paymentResult } from '../browser-payments/payment-result.ts';
import { cachedStatus, hasEvent, isUnanswered, lastStatus } from '../browser-payments/query-status.ts';
import { InterfaceError } from '../contract/interface-error.ts';
import { textAt } from '../contract/values.ts';
import type { Merchant } from '../gateway/merchant.ts';
import type { Movement } from '../gateway/order.ts';
import type { StoredOrder } from '../gateway/order-records.ts';
import type { KeyedMutex } from './keyed-mutex.ts';
import type { PageContext } from './page-model.ts';
import { returnUrlOf } from './return-url.ts';
import type { Sessions } from './session.ts';
import { SESSION_ID, type SessionService } from './session-service.ts';
import { type CheckoutSession, type CheckoutState, checkoutState } from './state.ts';

export interface PayerDependencies extends BrowserPaymentDependencies {
  readonly sessionService: SessionService;
  readonly sessions: Sessions;
  readonly mutex: KeyedMutex;
  readonly sandbox: boolean;
  /** Our best language for the requested ones, the preferred one first. */
  readonly matchLocale: (wanted: string[]) => string;
}

export interface CheckoutStatus {
  readonly session: CheckoutSession;
  readonly merchant: Merchant;
  readonly order: StoredOrder | undefined;
  readonly state: CheckoutState;
}

/** @throws InterfaceError when the checkout could be paid, but its merchant is disabled */
export async function checkoutStatus(
  dependencies: PayerDependencies,
  sessionId: string,
): Promise<CheckoutStatus | undefined> {
  const found = SESSION_ID.test(sessionId) ? await dependencies.sessionService.findById(sessionId) : undefined;
  if (found?.checkout == null) {
    return undefined;
  }
  const session: CheckoutSession = { ...found, checkout: found.checkout };
  const merchant = await dependencies.merchantByKey(session.merchantKey);
  if (merchant === undefined) {
    return undefined;
  }
  const order = await dependencies.gateway.orders.find(merchant.key, textAt(session.fields, 'order.id') ?? '');
  const state = checkoutState(session, order, dependencies.gateway.clock.now());
  // What was begun before goes on to its end, and its payer can see it.
  if (merchant.isDisabled && state.kind === 'pay') {
    throw new InterfaceError('REQUEST_REJECTED', 'This merchant takes no payments.');
  }
  return { session, merchant, order, state: (await atProvider(dependencies, session, order, state)) ?? state };
}

/** A payment at a provider to which the payer is not known to have agreed: it can still be paid, or cancelled. */
async function atProvider(
  dependencies: PayerDependencies,
  session: CheckoutSession,
  order: StoredOrder | undefined,
  state: CheckoutState,
): Promise<CheckoutState | undefined> {
  const { browser, clock, orders } = dependencies.gateway;
  if (state.kind !== 'pending' || order === undefined || !isOwn(state.movement, session.key)) {
    return undefined;
  }
  const transaction = await orders.transaction(order.key, state.movement.transactionId);
  const stored = transaction && (await browser.payments.find(transaction.key));
  if (stored === undefined) {
    return undefined;
  }
  // A payer who was at the provider may have agreed: show the provider's current status.
  const found = hasEvent(stored, 'REDIRECTED') ? await cachedStatus(dependencies, stored) : stored;
  if (!isUndecided(found)) {
    return checkoutState(session, found.order, clock.now());
  }
  const isUnknown = isUnanswered(lastStatus(found)) && !hasEvent(found, 'CAME_BACK');
  return isUnknown || paymentResult(found).kind !== 'waiting' ? { kind: 'atProvider', found } : undefined;
}

function isOwn({ provider, session }: Movement, sessionKey: number): boolean {
  return provider !== undefined && session === sessionKey;
}

/** The form refuses expired cards at once, except in the sandbox, where the expiry selects the outcome. */
export function thisMonth({ sandbox, gateway }: PayerDependencies): string | undefined {
  return sandbox ? undefined : new Date(gateway.clock.now()).toISOString().slice(0, 7);
}

export function shopUrlOf({ gateway }: PayerDependencies, { session, state }: CheckoutStatus): string | undefined {
  if (state.kind === 'atProvider' || state.kind === 'pay' || state.kind === 'underWay') {
    return undefined;
  }
  const failure = Buffer.from(gateway.sealer.hash('failure indicator', session.id)).toString('hex').slice(0, 32);
  return returnUrlOf(session, state.kind, failure);
}

export function pageContext(
  dependencies: PayerDependencies,
  { session, merchant }: CheckoutStatus,
  languages: readonly string[],
): PageContext {
  const wanted = textAt(session.fields, 'interaction.locale');
  const locale = dependencies.matchLocale([
    ...(wanted === undefined ? [] : [wanted.replaceAll('_', '-')]),
    ...languages,
  ]);
  return { session, merchant, locale, sandbox: dependencies.sandbox };
}
