/**
 * Looks at checkouts whose merchant wants to know of those that end without a payment, and writes their event: once for
 * each checkout, in one commit with its notification, and only if no payment of its order is open.
 */
import { MINUTE_MS } from '../../contract/durations.ts';
import { DueWorker, type Gateway, type Merchant, notificationUrl, receiverOf } from '../../core/index.ts';
import type {
  CheckoutEventKind,
  CheckoutEvents,
  Links,
  Log,
  NewNotification,
  StoredOrder,
  WatchedCheckout,
} from '../../core/ports/index.ts';
import { failedPaymentsMoney } from '../receipt/provider-money.ts';
import type { KeyedSession, Sessions } from '../session/session.ts';
import { type EndedCheckout, fateOfCheckout, type StoredCheckout } from './checkout-end.ts';

/** Another process looks at the checkout after this time if this one dies. Looking at one takes milliseconds. */
const CLAIM_MS = 2 * MINUTE_MS;

export interface CheckoutEventSubject {
  readonly merchantId: string;
  readonly session: StoredCheckout;
  readonly ended: EndedCheckout;
  /** The id of the link that takes payments, by which the checkout began. */
  readonly linkId: string | undefined;
  readonly at: number;
}

export interface CheckoutEventDependencies {
  readonly events: CheckoutEvents;
  readonly sessions: Pick<Sessions, 'findByKey'>;
  readonly links: Pick<Links, 'findByKey'>;
  readonly gateway: Gateway;
  readonly merchantByKey: (key: number) => Promise<Merchant | undefined>;
  /** Makes the notification's body, as JSON text. */
  readonly body: (subject: CheckoutEventSubject) => string;
  readonly isAlive: () => boolean;
  readonly log: Log;
}

export class CheckoutEventWorker extends DueWorker<WatchedCheckout> {
  /** Events that this process has written. */
  readonly counts: Record<CheckoutEventKind, number> = { CHECKOUT_ABANDONED: 0, CHECKOUT_TIMED_OUT: 0 };
  readonly #dependencies: CheckoutEventDependencies;

  constructor(dependencies: CheckoutEventDependencies) {
    const { events, gateway, isAlive, log } = dependencies;
    const { clock } = gateway;
    super({
      name: 'checkouts without a payment',
      log,
      queue: { kind: 'CHECKOUT_EVENT' },
      possible: isAlive,
      due: (limit) => events.claim(clock.now(), clock.now() + CLAIM_MS, limit),
      work: (watched) => this.#look(watched),
    });
    this.#dependencies = dependencies;
  }

  async #look(watched: WatchedCheckout): Promise<void> {
    const { events, sessions, gateway, merchantByKey } = this.#dependencies;
    const session = checkoutOf(await sessions.findByKey(watched.sessionKey));
    const merchant = await merchantByKey(watched.merchantKey);
    const wanted = merchant?.profile.notification?.checkoutEvents;
    const orderId = session?.fields.order?.id;
    if (session === undefined || merchant === undefined || wanted === undefined || orderId === undefined) {
      return events.drop(watched);
    }
    const { currentKey } = session.checkout;
    const behind = currentKey === undefined ? undefined : checkoutOf(await sessions.findByKey(currentKey));
    const order = await gateway.orders.find(merchant.key, orderId);
    const { late } = await failedPaymentsMoney(gateway, order);
    const now = gateway.clock.now();
    const fate = fateOfCheckout({ session, behind, order, isLate: late !== undefined }, wanted.idleMinutes, now);
    switch (fate.kind) {
      case 'PAID':
        return events.drop(watched);
      case 'GOES_ON':
        return events.postpone(watched, fate.until);
      case 'ENDED':
        return this.#write(watched, { merchant, session, order, orderId }, fate, now);
    }
  }

  async #write(
    watched: WatchedCheckout,
    { merchant, session, order, orderId }: Found,
    ended: EndedCheckout,
    at: number,
  ): Promise<void> {
    const { events, links, gateway, body, log } = this.#dependencies;
    const url = notificationUrl(session.fields.order?.notificationUrl, order?.state.notifications, merchant.profile);
    if (url === undefined) {
      return events.drop(watched);
    }
    const { link } = session.checkout;
    const linkId = link && (await links.findByKey(link.link))?.id;
    const notification: NewNotification = {
      key: events.newKey(),
      sequence: 1,
      version: session.checkout.version,
      url,
      receiver: receiverOf(merchant.key, url),
      body: body({ merchantId: merchant.id, session, ended, linkId, at }),
    };
    const { event } = ended;
    if (!(await events.insert(watched, { event, session, orderId, order, notification, at }))) {
      // The payer goes on, or another process has looked at the checkout: it is due again when this claim ends.
      return;
    }
    this.counts[event] += 1;
    log.info({ merchant: merchant.id, order: orderId, event }, 'a checkout ended without a payment');
    gateway.notifications.dispatch(notification.receiver);
  }
}

interface Found {
  readonly merchant: Merchant;
  readonly session: StoredCheckout;
  readonly order: StoredOrder | undefined;
  readonly orderId: string;
}

function checkoutOf(session: KeyedSession | undefined): StoredCheckout | undefined {
  return session?.checkout == null ? undefined : { ...session, checkout: session.checkout };
}
