/** The list of an order's notifications, with their delivery attempts. */
import { dateTime } from '../calendar-types.ts';
import { always, alwaysGroup, field, group, list } from '../field.ts';
import { enumeration, integer, matching, string } from '../field-types.ts';
import { merchant, version } from './caller-fields.ts';
import { correlationId } from './common.ts';
import { orderId } from './order-fields.ts';
import { transactionId } from './transaction-fields.ts';

/** This gateway's own limits of one list. */
const NOTIFICATIONS_MAX = 1_000;
const ATTEMPTS_MAX = 1_000;
/** The part of the shop's response that is stored. */
const ANSWER_CHARACTERS_MAX = 1_024;
const FAILURE_CHARACTERS_MAX = 1_024;
const URL_CHARACTERS_MAX = 2_048;
const COUNT_MAX = 999_999_999n;
const DURATION_MS_MAX = 999_999_999n;

export const notificationId = matching(/^ntf_[0-9]{1,16}$/, 5, 20, 'ntf_ and digits', 'String');

const attempt = group(
  {
    answer: always(string(0, ANSWER_CHARACTERS_MAX), 'The beginning of what your server answered.'),
    durationMilliseconds: always(integer(0n, DURATION_MS_MAX), 'How long the try took.'),
    failure: field(string(1, FAILURE_CHARACTERS_MAX), 'Why the try did not deliver it.'),
    httpStatus: field(integer(100n, 999n), 'The answer of your server; absent where it did not answer.'),
    number: always(integer(1n, COUNT_MAX), 'Which try it was; it begins anew when you ask for the notification again.'),
    time: always(dateTime(), 'When the try began.'),
  },
  { doc: 'One try.' },
);

const members = {
  attempt: list(attempt, ATTEMPTS_MAX, { doc: 'Every try, the oldest first.' }),
  id: always(notificationId, 'The notification’s id: webhook-id and X-Notification-Id of every try.'),
  sequence: always(integer(1n, COUNT_MAX), 'Its place among the notifications of its order.'),
  state: always(
    enumeration('DELIVERED', 'GIVEN_UP', 'SWITCHED_OFF', 'WAITING'),
    'GIVEN_UP after the last try failed; SWITCHED_OFF where the address answered that it is gone for ever.',
  ),
  timeDelivered: field(dateTime(), 'When your server took it.'),
  timeOfNextAttempt: field(dateTime(), 'When it is tried next; absent where another one of the order comes first.'),
  timeOfRecord: always(dateTime(), 'When it was made.'),
  transaction: alwaysGroup(
    { id: always(transactionId, 'The transaction’s id.') },
    { doc: 'The transaction that it reports.' },
  ),
  url: always(string(1, URL_CHARACTERS_MAX), 'Where it goes.'),
};

const notification = group(members, { doc: 'One notification.' });

const facts = {
  correlationId,
  merchant,
  order: alwaysGroup({ id: always(orderId, 'Your id of the order.') }, { doc: 'The order.' }),
  result: always(enumeration('SUCCESS'), 'The request was carried out.'),
  version,
};

export const notificationsAnswer = group(
  {
    ...facts,
    notification: list(notification, NOTIFICATIONS_MAX, { doc: 'The order’s notifications, the oldest first.' }),
  },
  { doc: 'The order’s notifications to your server.' },
);

export const resentNotificationAnswer = group(
  { ...facts, notification: { ...notification, always: true, doc: 'The notification that is sent again.' } },
  { doc: 'The notification, which waits to be sent again.' },
);
