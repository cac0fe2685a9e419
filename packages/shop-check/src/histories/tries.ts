/** Histories of payers who are declined, cancel, leave or wait. */
import {
  cancel,
  comeBack,
  deliver,
  expects,
  type History,
  later,
  NOTICED,
  order,
  PAID,
  pay,
  payIfOffered,
  reload,
  start,
  UNDECIDED,
  UNPAID,
} from './step.ts';

/** Longer than a checkout lives without a visit. */
const HOURS = 3 * 60;
/** Longer than a gift card is held. */
const HOLD = 40;

export const TRIES: readonly History[] = [
  {
    name: 'declined-then-paid',
    title: 'The first card is declined, and the payer pays with another one.',
    steps: [
      ...[order(), start(), pay('declined'), deliver(), expects(UNPAID, 'declined-is-paid')],
      ...[reload(), pay(), comeBack(), deliver(), expects(PAID, 'declined-is-final')],
    ],
  },
  {
    name: 'closed-tab',
    title: 'The payer opens the payment page and closes it.',
    steps: [order(), start(), later(HOURS), expects(UNPAID, 'ships-unpaid')],
  },
  {
    name: 'cancelled-then-paid',
    title: 'The payer cancels, thinks again, and pays on the page that is still open.',
    steps: [
      ...[order(), start(), cancel(), expects(UNPAID, 'cancel-is-paid')],
      ...[reload(), payIfOffered(), comeBack(), deliver(), expects(NOTICED, 'ignores-late-money')],
    ],
  },
  {
    name: 'session-expired',
    title: 'The payer comes to the payment page too late, and starts again in your shop.',
    steps: [
      ...[order(), start(), later(HOURS), start('A', '2'), pay('approved', '2', 'no-second-try')],
      ...[comeBack(), deliver(), expects(PAID, 'no-second-try')],
    ],
  },
  {
    name: 'gift-card-went-back',
    title: 'A gift card with too little on it is held for the order, and released because the rest is not paid.',
    steps: [
      ...[order(), start(), pay('gift-card'), deliver(), expects(UNDECIDED, 'pending-is-paid')],
      ...[later(HOLD), deliver(), expects(UNPAID, 'part-is-whole')],
    ],
  },
  {
    name: 'gift-card-and-card',
    title: 'The payer pays a part with a gift card and the rest with a card.',
    steps: [
      ...[order(), start(), pay('gift-card'), reload(), pay(), comeBack(), deliver()],
      expects(PAID, 'misses-the-payment'),
    ],
  },
];
