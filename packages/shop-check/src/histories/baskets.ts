/** Histories of several tabs, several orders and other amounts, and of your staff. */
import {
  comeBack,
  deliver,
  expects,
  type History,
  order,
  PAID,
  pay,
  payIfOffered,
  shop,
  staff,
  start,
  startTampered,
  UNPAID,
} from './step.ts';

export const BASKETS: readonly History[] = [
  {
    name: 'amount-in-the-form',
    title: 'The payer writes another amount into the form of your page.',
    steps: [order(), startTampered(), pay(), comeBack(), deliver(), expects(PAID, 'amount-from-the-form')],
  },
  {
    name: 'amount-changed-in-another-tab',
    title: 'The order grows in another tab while the payment page is open, and the payer pays there.',
    steps: [order(), start(), shop('raise-amount'), pay(), comeBack(), deliver(), expects(PAID, 'amount-unchecked')],
  },
  {
    name: 'two-tabs',
    title: 'The payer opens one order in two tabs, and pays in both.',
    steps: [
      ...[order(), start('A', '1'), start('A', '2'), pay('approved', '1'), comeBack()],
      ...[payIfOffered('2'), comeBack(), deliver(), expects(PAID, 'misses-the-payment')],
    ],
  },
  {
    name: 'two-orders',
    title: 'The payer has two orders in two tabs, and pays the first one.',
    steps: [
      ...[order('A'), start('A', '1'), order('B'), start('B', '2'), pay('approved', '1'), comeBack('A'), deliver('A')],
      ...[expects(UNPAID, 'wrong-order', 'B'), expects(PAID, 'wrong-order', 'A')],
    ],
  },
  {
    name: 'part-capture',
    title: 'The amount is reserved, and your staff capture half of it at the gateway.',
    steps: [
      ...[order('A', 'later'), start(), pay(), comeBack(), deliver(), expects(['reserved'], 'reserved-is-paid')],
      ...[staff('capture-half'), deliver(), expects(['part-paid', 'review'], 'part-is-whole')],
    ],
  },
  {
    name: 'void-before-capture',
    title: 'The amount is reserved, and your staff void it at the gateway.',
    steps: [
      ...[order('A', 'later'), start(), pay(), comeBack(), deliver(), staff('void'), deliver()],
      expects([...UNPAID, 'review'], 'misses-the-void'),
    ],
  },
  {
    name: 'chargeback',
    title: 'The payer’s bank takes the money back.',
    steps: [
      ...[order(), start(), pay('paypal'), comeBack(), deliver(), expects(PAID, 'misses-the-payment')],
      ...[staff('chargeback'), deliver()],
      expects(['disputed', 'review', 'refunded'], 'misses-the-chargeback'),
    ],
  },
];
