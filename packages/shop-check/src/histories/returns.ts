/** Histories of the payer's return to the shop. */
import {
  away,
  comeBack,
  comeBackAndDeliver,
  comeBackElsewhere,
  deliver,
  deliverAtLast,
  expects,
  forgeReturn,
  type History,
  later,
  order,
  PAID,
  pay,
  payIfOffered,
  start,
  UNDECIDED,
  UNPAID,
} from './step.ts';

const HOUR = 60;
const DAY = 24 * HOUR;

export const RETURNS: readonly History[] = [
  {
    name: 'return-once',
    title: 'The payer pays and comes back, then the notification arrives.',
    steps: [order(), start(), pay(), comeBack(), deliver(), expects(PAID, 'misses-the-payment')],
  },
  {
    name: 'return-twice',
    title: 'The payer pays, comes back, and reloads your page.',
    steps: [
      order(),
      start(),
      pay(),
      comeBack(),
      comeBack(),
      deliver(),
      comeBack(),
      expects(PAID, 'misses-the-payment'),
    ],
  },
  {
    name: 'return-late',
    title: 'The notification arrives, and the payer comes back a day later.',
    steps: [
      ...[order(), start(), pay(), deliver(), expects(PAID, 'needs-the-return')],
      ...[later(DAY), comeBack(), expects(PAID, 'misses-the-payment')],
    ],
  },
  {
    name: 'never-returns',
    title: 'The payer pays and never comes back; your shop was down, and gets the notification an hour later.',
    steps: [order(), start(), pay(), later(HOUR), deliverAtLast(), expects(PAID, 'needs-the-return')],
  },
  {
    name: 'return-and-notification-at-once',
    title: 'The payer comes back at the moment when the notification arrives.',
    steps: [order(), start(), pay(), comeBackAndDeliver(), expects(PAID, 'misses-the-payment')],
  },
  {
    name: 'back-after-payment',
    title: 'After the payment the payer goes back in the browser and tries to pay again.',
    steps: [
      ...[order(), start(), pay(), comeBack(), start('A', '2'), payIfOffered('2')],
      ...[deliver(), expects(PAID, 'misses-the-payment')],
    ],
  },
  {
    name: 'another-browser',
    title: 'The payer comes back in another browser, as after a 3-D Secure confirmation in the bank’s app.',
    steps: [order(), start(), pay(), comeBackElsewhere(), deliver(), expects(PAID, 'misses-the-payment')],
  },
  {
    name: 'forged-return',
    title: 'Somebody who has not paid opens your return address with a made-up resultIndicator.',
    steps: [order(), start(), forgeReturn('A', 'made-up'), expects(UNPAID, 'trusts-the-return')],
  },
  {
    name: 'return-of-another-order',
    title: 'A payer pays a cheap order, and opens the return address of another one with its resultIndicator.',
    steps: [
      ...[order('A'), start('A', '1'), order('B'), start('B', '2'), pay('approved', '1')],
      ...[forgeReturn('B', 'of-the-other-order'), expects(UNPAID, 'trusts-the-return', 'B')],
      ...[comeBack('A'), deliver('A'), expects(PAID, 'misses-the-payment', 'A')],
    ],
  },
  {
    name: 'gateway-away-at-the-return',
    title: 'The gateway is unreachable for a minute when the payer comes back.',
    steps: [
      ...[order(), start(), pay(), away(true), comeBack()],
      ...[expects([...UNDECIDED, ...PAID], 'fails-when-the-gateway-is-away'), away(false)],
      ...[deliver(), expects(PAID, 'needs-the-return')],
    ],
  },
];
