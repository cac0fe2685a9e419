/** Notifications to merchants' servers: bodies, the queue's dispatcher, and the HTTP sender. */

import {
  HttpSender,
  NotificationDispatcher,
  type SigningDependencies,
  SigningKeys,
} from '../adapters/notifications/index.ts';
import { authenticationOfTransactionById, notificationWriter } from '../api/rest/index.ts';
import { type Gateway, notificationSecret } from '../core/index.ts';
import { type NotificationDependencies, supportCode } from '../core/ports/index.ts';
import type { Foundation } from './foundation.ts';
import type { ComposedStore, Membership } from './store.ts';

/**
 * Makes the sender of notifications from the one that sends them over HTTP, for a sandbox that loses, holds and repeats
 * them.
 */
export type NotificationRelay = (http: HttpSender) => Pick<HttpSender, 'deliver'>;

export interface ComposedNotifications {
  readonly httpSender: HttpSender;
  readonly dispatcher: NotificationDispatcher;
  /** The port through which the gateway enqueues notifications. */
  readonly notifications: NotificationDependencies;
}

/** @param gateway returns the gateway; called later, because the gateway depends on the result of this function */
export function composeNotifications(
  { settings, log, clock, spans }: Foundation,
  { store, vault, relay }: ComposedStore & { readonly relay: NotificationRelay | undefined },
  { isAlive }: Membership,
  signing: SigningDependencies,
  gateway: () => Gateway,
): ComposedNotifications {
  const httpSender = new HttpSender({ loopbackPorts: settings.notificationLoopbackPorts });
  const dispatcher = new NotificationDispatcher({
    outbox: store.notifications,
    httpSender: relay?.(httpSender) ?? httpSender,
    keys: new SigningKeys(signing),
    secret: async (key) => {
      const merchant = await store.merchants.byKey(key);
      return merchant && notificationSecret(merchant.profile, vault);
    },
    supportCode: (orderKey) => supportCode(vault, orderKey),
    clock,
    isAlive,
    chance: Math.random,
    log,
    spans,
  });
  const notifications: NotificationDependencies = {
    body: notificationWriter({
      payments: store.browserPayments,
      publicOrigin: settings.publicOrigin,
      authentication: (payment) => authenticationOfTransactionById(gateway(), store.merchants, payment),
    }),
    reserve: (receiver) => dispatcher.reserve(receiver),
    stored: (notification) => dispatcher.dispatch(notification),
    dropped: (notification) => dispatcher.discard(notification),
    dispatch: (receiver) => dispatcher.feed(receiver),
    payerReturned: (orderKey) => dispatcher.shortenHold(orderKey),
  };
  return { httpSender, dispatcher, notifications };
}
