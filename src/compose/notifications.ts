/** Notifications to merchants' servers: their bodies, the queue's dispatcher, and the sender below it. */

import { type Gateway, notificationSecret } from '../gateway/index.ts';
import type { NotificationDependencies } from '../gateway/ports/index.ts';
import { HttpSender, NotificationDispatcher, type SigningDependencies, SigningKeys } from '../notifications/index.ts';
import { madeWithById, notificationWriter } from '../rest/index.ts';
import type { Foundation } from './foundation.ts';
import type { ComposedStore, Membership } from './store.ts';

export interface ComposedNotifications {
  readonly httpSender: HttpSender;
  readonly dispatcher: NotificationDispatcher;
  /** What the gateway enqueues by. */
  readonly notifications: NotificationDependencies;
}

/** @param gateway which enqueues by what this gives, and so comes after it */
export function composeNotifications(
  { settings, log, clock }: Foundation,
  { store, vault }: ComposedStore,
  { isAlive }: Membership,
  signing: SigningDependencies,
  gateway: () => Gateway,
): ComposedNotifications {
  const httpSender = new HttpSender({ loopbackPorts: settings.notificationLoopbackPorts });
  const dispatcher = new NotificationDispatcher({
    outbox: store.notifications,
    httpSender,
    keys: new SigningKeys(signing),
    secret: async (key) => {
      const merchant = await store.merchants.byKey(key);
      return merchant && notificationSecret(merchant.profile, vault);
    },
    clock,
    isAlive,
    chance: Math.random,
    log,
  });
  const notifications: NotificationDependencies = {
    body: notificationWriter({
      payments: store.browserPayments,
      publicOrigin: settings.publicOrigin,
      authentication: (payment) => madeWithById(gateway(), store.merchants, payment),
    }),
    reserve: (receiver) => dispatcher.reserve(receiver),
    stored: (notification) => dispatcher.stored(notification),
    dropped: (notification) => dispatcher.dropped(notification),
    dispatch: (receiver) => dispatcher.feed(receiver),
  };
  return { httpSender, dispatcher, notifications };
}
