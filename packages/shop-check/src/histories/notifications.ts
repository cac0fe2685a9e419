/** Histories of notifications: doubled, late, out of sequence, forged. */
import {
  comeBack,
  deliver,
  deliverNewestFirst,
  expects,
  forgeNotification,
  type History,
  later,
  NOTICED,
  order,
  PAID,
  pay,
  redeliver,
  reload,
  shop,
  staff,
  start,
  UNDECIDED,
  UNPAID,
} from './step.ts';

const DAY = 24 * 60;
/** Longer than the sandbox's bank takes for a pending payment. */
const SOON = 2;

export const NOTIFICATIONS: readonly History[] = [
  {
    name: 'notification-doubled',
    title: 'The same notification arrives three times, twice at the same moment.',
    steps: [order(), start(), pay(), deliver(), redeliver({ isAtOnce: true }), expects(PAID, 'needs-the-return')],
  },
  {
    name: 'older-notification-last',
    title: 'A declined try and then a payment: the notification of the declined try arrives last.',
    steps: [
      ...[order(), start(), pay('declined'), reload(), pay(), comeBack(), deliverNewestFirst()],
      expects(PAID, 'older-notification-wins'),
    ],
  },
  {
    name: 'notification-after-the-refund',
    title: 'Your staff refund the order at the gateway, and the notification of the payment arrives once more.',
    steps: [
      ...[order(), start(), pay(), deliver(), expects(PAID, 'needs-the-return')],
      ...[staff('refund'), deliver(), expects(['refunded', 'review'], 'misses-the-refund')],
      ...[redeliver(), expects(['refunded', 'review'], 'older-notification-wins')],
    ],
  },
  {
    name: 'notification-forged',
    title: 'Somebody sends your shop a notification of a payment that never was.',
    steps: [order(), start(), forgeNotification(), expects(UNPAID, 'believes-any-notification')],
  },
  {
    name: 'pending-then-paid',
    title: 'The bank takes a day to decide, and then approves the payment.',
    steps: [
      ...[order(), start(), pay('pending'), deliver(), expects(UNDECIDED, 'pending-is-paid')],
      ...[comeBack(), expects(UNDECIDED, 'trusts-the-return')],
      ...[later(DAY), deliver(), expects(PAID, 'forgets-pending')],
    ],
  },
  {
    name: 'pending-then-declined',
    title: 'The bank decides after the payer came back, and declines the payment.',
    steps: [
      ...[order(), start(), pay('pending-then-declined'), comeBack(), expects(UNDECIDED, 'trusts-the-return')],
      ...[later(SOON), deliver(), expects(UNPAID, 'pending-is-paid')],
    ],
  },
  {
    name: 'late-money',
    title: 'You cancel an order whose payment is pending, and the bank approves it afterwards.',
    steps: [
      ...[order(), start(), pay('pending'), comeBack(), deliver(), shop('cancel'), later(SOON), deliver()],
      expects(NOTICED, 'ignores-late-money'),
    ],
  },
];
