/** The words for notifications to merchants' servers. */
import type { NotificationEntry, NotificationPage, NotificationTryEntry } from '../../views/console/index.ts';
import { capitalised, zonedMinute } from './readable.ts';

const STATES: Readonly<Record<NotificationEntry['state'], string>> = {
  DELIVERED: 'delivered',
  GIVEN_UP: 'given up',
  SWITCHED_OFF: 'not sent',
  WAITING: 'waits',
};

/** @example notificationState(entry) // 'failing' */
export function notificationState({ state, lastTry }: Pick<NotificationEntry, 'lastTry' | 'state'>): string {
  return state === 'WAITING' && lastTry?.failure !== undefined ? 'failing' : STATES[state];
}

const EVENTS: Readonly<Record<string, string>> = {
  CHECKOUT_ABANDONED: 'Checkout without a payment: the payer left',
  CHECKOUT_TIMED_OUT: 'Checkout without a payment: its time is over',
};

/** @example notificationTitle(entry) // 'Transaction 1 of order ORDER-7' */
export function notificationTitle({ orderId, transaction, event }: NotificationEntry): string {
  return transaction === undefined
    ? `${EVENTS[event ?? ''] ?? 'Checkout'}, order ${orderId}`
    : `Transaction ${transaction} of order ${orderId}`;
}

/** @example tryText(entry) // 'HTTP 500 after 12 ms' */
export function tryText({ status, failure, durationMs }: Omit<NotificationTryEntry, 'answer'>): string {
  const answer = status === undefined ? undefined : `HTTP ${status}`;
  const reason = failure === undefined ? 'Delivered' : failure.replace(/\.$/, '');
  const what = answer === undefined || reason.includes(`${status}`) ? reason : `${reason}: ${answer}`;
  return `${what}, after ${durationMs} ms`;
}

/** The newest fact of a notification. */
export function stateText(entry: NotificationEntry, timeZone: string): string {
  const { state, deliveredAt, dueAt, lastTry } = entry;
  const at = (iso: string) => zonedMinute(iso, timeZone);
  switch (state) {
    case 'DELIVERED':
      return deliveredAt === undefined ? '' : `Delivered ${at(deliveredAt)}`;
    case 'GIVEN_UP':
      return lastTry === undefined ? '' : `Last try ${at(lastTry.at)}: ${tryText(lastTry)}`;
    case 'SWITCHED_OFF':
      return 'The receiver had answered 410 Gone';
    case 'WAITING': {
      const last = lastTry && `Try ${lastTry.number} ${at(lastTry.at)}: ${tryText(lastTry)}`;
      const next = dueAt === undefined ? 'follows the earlier ones of its order' : `next try ${at(dueAt)}`;
      return last === undefined ? capitalised(next) : `${last}; ${next}`;
    }
  }
}

export const RESEND_NOTICES: Readonly<Record<NonNullable<NotificationPage['notice']>, string>> = {
  FAILED: 'The gateway failed, and may have queued the notification. Press the button once more if nothing happens.',
  REFUSED: 'Nothing was done: this notification can’t be sent again. Its body is not kept any more.',
  RESENT: 'It is sent again, at once or a minute after its last try. Reload this page to see the result.',
};
