/** The pages of notifications to a merchant's server: the list, and one with its tries. */
import { cursorOf, readCursor } from '../../core/index.ts';
import { type NotificationTry, type NotificationView, notificationId } from '../../core/ports/index.ts';
import type { NotificationEntry, NotificationPage, NotificationTryEntry } from '../../web/views/console/index.ts';
import { may } from '../access.ts';
import { findNotification, notificationsOfOrders, resendNotification } from '../notifications.ts';
import { zoneOf } from '../order-search/list-query.ts';
import { consoleAddress } from '../routes.ts';
import type { ConsoleAnswer, MerchantRequest } from './answer.ts';
import { instant } from './order-entries.ts';
import { shellOf } from './shell.ts';

const FAILING_MAX = 100;
/** The parameter with `failing`, by which the list is filtered. */
const SHOW = 'show';
const FAILING = 'failing';
/** The parameter with the place where a page begins. */
const AFTER = 'after';
/** The parameter with the act that led to a page. */
const DONE = 'done';
const SORT = 'LAST_CHANGED';

export async function notificationsPage(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { dependencies, place, query } = request;
  const { merchant } = place;
  const isFailing = query.get(SHOW) === FAILING;
  const allHref = consoleAddress('notifications', { merchant: merchant.id });
  const cursor = query.get(AFTER);
  const after = cursor === null ? undefined : readCursor(cursor, merchant, dependencies.sealer);
  const { notifications, next } = isFailing
    ? { notifications: await dependencies.notifications.failing(merchant.key, FAILING_MAX), next: undefined }
    : await notificationsOfOrders(dependencies, merchant, after?.sort === SORT ? after.position : undefined);
  const disabled = await dependencies.notifications.switchedOff(merchant.key);
  return {
    page: 'notifications',
    data: {
      shell: shellOf(request, 'notifications'),
      isFailing,
      allHref,
      failingHref: `${allHref}?${new URLSearchParams({ [SHOW]: FAILING })}`,
      disabled: [...disabled].map(([url, at]) => ({ url, since: instant(at) })),
      notifications: await Promise.all(notifications.map((one) => listEntry(request, one))),
      nextHref: next && `${allHref}?${AFTER}=${cursorOf(next, SORT, merchant, dependencies.sealer)}`,
      firstHref: after === undefined ? undefined : allHref,
      timeZone: zoneOf(merchant),
    },
  };
}

async function listEntry(request: MerchantRequest, view: NotificationView): Promise<NotificationEntry> {
  const isDelivered = view.state === 'DELIVERED';
  return entryOf(request, view, isDelivered ? [] : await request.dependencies.notifications.tries(view.key));
}

function entryOf(
  { place }: MerchantRequest,
  { key, state, orderId, transactionId, event, url, createdAt, deliveredAt, dueAt }: NotificationView,
  tries: readonly NotificationTry[],
): NotificationEntry {
  const id = notificationId(key);
  const lastTry = tries.at(-1);
  return {
    id,
    href: consoleAddress('notification', { merchant: place.merchant.id, notification: id }),
    state,
    orderId,
    transaction: transactionId,
    event,
    host: hostOf(url),
    createdAt: instant(createdAt),
    deliveredAt: deliveredAt === null ? undefined : instant(deliveredAt),
    dueAt: dueAt === null ? undefined : instant(dueAt),
    lastTry: lastTry && tryEntry(lastTry),
  };
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}

function tryEntry({ number, at, durationMs, status, failure, answer }: NotificationTry): NotificationTryEntry {
  return {
    number,
    at: instant(at),
    durationMs,
    status: status ?? undefined,
    failure: failure ?? undefined,
    answer,
  };
}

const NOTICE_STATUS = { FAILED: 503, REFUSED: 422, RESENT: 200 } as const;

export async function notificationPage(
  request: MerchantRequest,
  failed?: 'FAILED' | 'REFUSED',
): Promise<ConsoleAnswer> {
  const { dependencies, place, parameters, query } = request;
  const { merchant } = place;
  const view = await findNotification(dependencies, merchant, parameters.notification ?? '');
  if (view === undefined) {
    return { problem: 'NOT_FOUND' };
  }
  const [tries, body] = await Promise.all([
    dependencies.notifications.tries(view.key),
    dependencies.notifications.body(view.key),
  ]);
  const entry = entryOf(request, view, tries);
  const { id } = entry;
  const [merchantId, isOfOrder] = [merchant.id, view.transactionId !== undefined];
  const mayResend = isOfOrder && body !== null && may(place, 'RESEND');
  const notice = failed ?? (query.get(DONE) === null ? undefined : 'RESENT');
  const data: NotificationPage = {
    shell: shellOf(request, 'notifications'),
    entry,
    url: view.url,
    orderHref: isOfOrder ? consoleAddress('order', { merchant: merchantId, order: view.orderId }) : undefined,
    tries: tries.map(tryEntry).toReversed(),
    body: body === null ? undefined : indented(body),
    resendHref: mayResend ? consoleAddress('resend', { merchant: merchantId, notification: id }) : undefined,
    timeZone: zoneOf(merchant),
    backHref: consoleAddress('notifications', { merchant: merchantId }),
    notice,
  };
  return { page: 'notification', status: notice && NOTICE_STATUS[notice], data };
}

/** Breaks lines between members, without a change of numbers, which may have more digits than a double. */
function indented(json: string): string {
  let depth = 0;
  return json.replace(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g, (part) => {
    switch (part) {
      case '{':
      case '[':
        depth += 1;
        return `${part}\n${'  '.repeat(depth)}`;
      case '}':
      case ']':
        depth -= 1;
        return `\n${'  '.repeat(depth)}${part}`;
      case ',':
        return `,\n${'  '.repeat(depth)}`;
      case ':':
        return ': ';
      default:
        return part;
    }
  });
}

export async function submitResend(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { dependencies, signedIn, place, parameters, caller } = request;
  const { merchant } = place;
  const view = await findNotification(dependencies, merchant, parameters.notification ?? '');
  if (view === undefined) {
    return { problem: 'NOT_FOUND' };
  }
  const done = await resendNotification(dependencies, signedIn, { merchant, view }, caller);
  if (done.kind !== 'DONE') {
    return notificationPage(request, done.kind === 'REFUSED' ? 'REFUSED' : 'FAILED');
  }
  const notification = notificationId(view.key);
  return { redirect: `${consoleAddress('notification', { merchant: merchant.id, notification })}?${DONE}=resent` };
}
