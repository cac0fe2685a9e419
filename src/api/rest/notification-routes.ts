/**
 * `GET …/order/{o}/notification`: an order's notifications and their deliveries. `PUT …/order/{o}/notification/{n}`:
 * sends a notification again.
 */

import type { AnswerOf } from '../../contract/answer-types.ts';
import { namedError } from '../../contract/errors/catalogue.ts';
import type { resentNotificationAnswer } from '../../contract/fields/notification.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import type { Gateway, Merchant } from '../../core/index.ts';
import {
  type NotificationReadModel,
  type NotificationTry,
  type NotificationView,
  notificationId,
  notificationKey,
  type StoredOrder,
} from '../../core/ports/index.ts';
import { instant } from './answers/order-answer.ts';
import { existingOrder } from './order-address.ts';
import { echo, type OperationAnswer, type OperationRequest, readBody } from './rest-request.ts';

export interface NotificationRouteDependencies {
  readonly gateway: Gateway;
  readonly notifications: NotificationReadModel;
  readonly loopbackUrls: boolean;
}

export async function getNotifications(
  dependencies: NotificationRouteDependencies,
  merchant: Merchant,
  request: OperationRequest,
): Promise<OperationAnswer<'RETRIEVE_NOTIFICATIONS'>> {
  const { notifications } = dependencies;
  const order = await existingOrder(dependencies, merchant, request.path.order);
  const views = await notifications.ofOrder(order.key);
  const notification = await Promise.all(views.map((one) => notificationAnswer(notifications, one)));
  return { body: answerOf(merchant, order, request, notification) };
}

export async function resendNotification(
  dependencies: NotificationRouteDependencies,
  merchant: Merchant,
  request: OperationRequest<'RESEND_NOTIFICATION'>,
): Promise<OperationAnswer<'RESEND_NOTIFICATION'>> {
  const { gateway, notifications, loopbackUrls } = dependencies;
  const { operation, version, json } = request;
  const { values, ignored } = readBody(OPERATIONS[operation].request, json, {
    merchant,
    operation,
    version,
    loopbackUrls,
  });
  const order = await existingOrder(dependencies, merchant, request.path.order);
  const id = request.path.notification;
  const key = notificationKey(id);
  const find = async () => (await notifications.ofOrder(order.key)).find((one) => one.key === key);
  const found = await find();
  if (key === undefined || found === undefined) {
    throw namedError('NOTIFICATION_UNKNOWN', { notificationId: id, orderId: order.orderId });
  }
  const receiver = await notifications.resend(key, gateway.clock.now());
  if (receiver === undefined) {
    throw namedError('NOTIFICATION_WITHOUT_BODY', { notificationId: id });
  }
  gateway.notifications.dispatch(receiver);
  const resent = await notificationAnswer(notifications, (await find()) ?? found);
  const answer = answerOf(merchant, order, request, resent);
  return { body: { ...echo(values), ...answer }, ignored };
}

function answerOf<Notification>(
  merchant: Merchant,
  order: StoredOrder,
  { version }: OperationRequest,
  notification: Notification,
) {
  return {
    merchant: merchant.id,
    notification,
    order: { id: order.orderId },
    result: 'SUCCESS' as const,
    version: version.toString(),
  };
}

type NotificationAnswer = AnswerOf<typeof resentNotificationAnswer>['notification'];

async function notificationAnswer(
  notifications: NotificationReadModel,
  view: NotificationView,
): Promise<NotificationAnswer> {
  const { key, sequence, transactionId, url, state, createdAt, deliveredAt, dueAt } = view;
  return {
    attempt: (await notifications.tries(key)).map(attempt),
    id: notificationId(key),
    sequence,
    state,
    timeDelivered: deliveredAt === null ? undefined : instant(deliveredAt),
    timeOfRecord: instant(createdAt),
    timeOfNextAttempt: dueAt === null ? undefined : instant(dueAt),
    // The list of an order has no events, so each notification has a transaction.
    transaction: { id: transactionId ?? '' },
    url,
  };
}

type AttemptAnswer = NonNullable<NotificationAnswer['attempt']>[number];

function attempt({ number, at, durationMs, status, failure, answer }: NotificationTry): AttemptAnswer {
  return {
    answer,
    durationMilliseconds: durationMs,
    failure: failure ?? undefined,
    httpStatus: status ?? undefined,
    number,
    time: instant(at),
  };
}
