/**
 * The states of a checkout, and the events that lead from each to others. A state is computed from stored data
 * (`state.ts`); the code reads only the properties of its row. The events document the transitions: a test brings a
 * running gateway through each of them, and `docs/checkout-states.md` is made from the table.
 */

export const CHECKOUT_EVENTS = {
  SEND: 'the payment is sent',
  SUSPECT: 'the payer is suspected of card testing',
  AUTHENTICATE: 'the card is to be authenticated',
  GO_TO_PROVIDER: 'the payment starts at a provider',
  APPROVED: 'the payment is approved',
  STORED: 'the details are stored, without a payment',
  DECLINED: 'the payment is declined',
  LAST_DECLINED: 'the last attempt is declined',
  PENDING: 'the result is pending',
  IN_DOUBT: 'the result is unknown',
  CANCEL: 'the payer cancels',
  END: 'the shop’s staff end the checkout',
  LOST: 'the process of the wait ends',
  RELEASE: 'the gift card is released',
  EXPIRE: 'the session ends',
  RENEW: 'the payer renews the session',
  SET_AMOUNT: 'the shop sets the amount',
  GIFT_CARD: 'another payer’s gift card is held',
  CARD_REMOVED: 'the stored card is removed',
  DISABLE: 'the merchant is disabled',
  ENABLE: 'the merchant is enabled',
  REFUNDED: 'the provider refunds the money',
  PAID_ELSEWHERE: 'the order is paid elsewhere',
  PAID_OTHERWISE: 'the order is paid elsewhere, with another amount',
  LATE_CAPTURE: 'a provider takes money for an ended payment',
} as const;

export type CheckoutEvent = keyof typeof CHECKOUT_EVENTS;

export type StateKind =
  | 'atProvider'
  | 'authenticating'
  | 'cancelled'
  | 'closed'
  | 'exhausted'
  | 'expired'
  | 'held'
  | 'incomplete'
  | 'late'
  | 'outdated'
  | 'paid'
  | 'paidOtherwise'
  | 'pay'
  | 'pending'
  | 'underWay'
  | 'unknown'
  | 'waiting';

interface StateRow {
  /** For the docs. */
  readonly meaning: string;
  /** A payment was made, or is on its way to a result, so the payer's address after Pay is that of the result. */
  readonly isAfterPay?: true;
  /** The checkout can be paid, now or after the authentication: the payer may renew its ended session. */
  readonly isPayable?: true;
  /** Money moved, or may have: the session keeps its order, amount and currency. */
  readonly isSettled?: true;
  /** The payer may pay now, or reads that no money was taken. */
  readonly isWithoutMoney?: true;
  /** The checkout has ended, or the payer need not stay: the page has a link to the shop. */
  readonly isEnd?: true;
  readonly next: Readonly<Partial<Record<CheckoutEvent, StateKind>>>;
}

const ATTEMPT_FAILED = { DECLINED: 'pay', LAST_DECLINED: 'exhausted' } as const;

export const CHECKOUT_STATES = {
  incomplete: {
    meaning: 'The shop has not set the amount.',
    isWithoutMoney: true,
    isEnd: true,
    next: { SET_AMOUNT: 'pay', EXPIRE: 'expired' },
  },
  pay: {
    meaning: 'The checkout can be paid.',
    isPayable: true,
    isWithoutMoney: true,
    next: {
      SEND: 'underWay',
      SUSPECT: 'waiting',
      AUTHENTICATE: 'authenticating',
      GO_TO_PROVIDER: 'atProvider',
      STORED: 'paid',
      EXPIRE: 'expired',
      GIFT_CARD: 'held',
      CARD_REMOVED: 'outdated',
      DISABLE: 'closed',
      END: 'cancelled',
    },
  },
  waiting: {
    meaning: 'A form waits in the challenge queue: its payer is suspected of card testing.',
    isAfterPay: true,
    isPayable: true,
    isWithoutMoney: true,
    next: {
      SEND: 'underWay',
      AUTHENTICATE: 'authenticating',
      CANCEL: 'pay',
      LOST: 'pay',
      DISABLE: 'closed',
      END: 'cancelled',
    },
  },
  authenticating: {
    meaning: 'The payer is being authenticated by the bank before the card is charged.',
    isAfterPay: true,
    isPayable: true,
    next: { SEND: 'underWay', ...ATTEMPT_FAILED, CANCEL: 'pay', EXPIRE: 'expired', END: 'cancelled' },
  },
  underWay: {
    meaning: 'The payment is sent, and no answer has come.',
    isAfterPay: true,
    isSettled: true,
    next: { APPROVED: 'paid', ...ATTEMPT_FAILED, PENDING: 'pending', IN_DOUBT: 'unknown' },
  },
  atProvider: {
    meaning: 'The payment has started at a provider, and the payer has not returned.',
    isAfterPay: true,
    isSettled: true,
    isWithoutMoney: true,
    next: { APPROVED: 'paid', ...ATTEMPT_FAILED, PENDING: 'pending', CANCEL: 'pay' },
  },
  pending: {
    meaning: 'The acquirer or the provider will report the result.',
    isAfterPay: true,
    isSettled: true,
    isEnd: true,
    next: { APPROVED: 'paid', ...ATTEMPT_FAILED },
  },
  unknown: {
    meaning: 'The result is in doubt, and is being queried.',
    isAfterPay: true,
    isSettled: true,
    isEnd: true,
    next: { APPROVED: 'paid', ...ATTEMPT_FAILED },
  },
  held: {
    meaning: 'Another payer’s gift card is held for the order: only that payer may pay the rest.',
    isSettled: true,
    isEnd: true,
    // A card that is held in another checkout of the order stays held beyond the end of this session.
    next: { RELEASE: 'pay', APPROVED: 'paid', EXPIRE: 'expired', DISABLE: 'closed', LATE_CAPTURE: 'late' },
  },
  paid: {
    meaning: 'The order is paid as the checkout asks, or the details are stored.',
    isAfterPay: true,
    isSettled: true,
    isEnd: true,
    next: {},
  },
  paidOtherwise: {
    meaning: 'The order is paid with another amount or currency, or without the verification that the checkout is for.',
    isEnd: true,
    next: { SET_AMOUNT: 'paid' },
  },
  late: {
    meaning: 'A provider took money after its payment had ended here, and has not refunded it.',
    isAfterPay: true,
    next: { REFUNDED: 'pay' },
  },
  exhausted: {
    meaning: 'No attempt is left.',
    isWithoutMoney: true,
    isEnd: true,
    next: {},
  },
  expired: {
    meaning: 'The session, or the payment link, has ended.',
    isWithoutMoney: true,
    isEnd: true,
    next: { RENEW: 'pay', END: 'cancelled' },
  },
  closed: {
    meaning: 'The merchant is disabled.',
    isEnd: true,
    next: { ENABLE: 'pay', EXPIRE: 'expired' },
  },
  outdated: {
    meaning: 'A confirmation link whose order has another amount since, or whose card is no longer stored.',
    isWithoutMoney: true,
    isEnd: true,
    next: { EXPIRE: 'expired' },
  },
  cancelled: {
    meaning:
      'The shop’s staff have ended the checkout. In a release before November 2026, the payer’s cancel ended it too.',
    isWithoutMoney: true,
    isEnd: true,
    next: {},
  },
} as const satisfies Readonly<Record<StateKind, StateRow>>;

type Rows = typeof CHECKOUT_STATES;

/** A state in which the payer may return to the shop. */
export type CheckoutEnd = {
  [Kind in StateKind]: Rows[Kind] extends { readonly isEnd: true } ? Kind : never;
}[StateKind];

type StateProperty = keyof { [Name in keyof StateRow as StateRow[Name] extends true | undefined ? Name : never]: true };

export function isEnd(kind: StateKind): kind is CheckoutEnd {
  return holdsIn(kind, 'isEnd');
}

/** Whether a property holds in a state. */
export function holdsIn(kind: StateKind, property: StateProperty): boolean {
  const row: StateRow = CHECKOUT_STATES[kind];
  return row[property] === true;
}

export interface Transition {
  readonly from: StateKind;
  readonly event: CheckoutEvent;
  readonly to: StateKind;
}

/** An event that leads from many states to one. */
interface CommonEvent {
  readonly event: CheckoutEvent;
  readonly from: readonly StateKind[];
  readonly to: StateKind;
}

const KINDS = Object.keys(CHECKOUT_STATES) as StateKind[];
const UNPAID = KINDS.filter((kind) => !holdsIn(kind, 'isSettled') && kind !== 'paidOtherwise');

export const COMMON_EVENTS: readonly CommonEvent[] = [
  { event: 'PAID_ELSEWHERE', from: UNPAID.filter((kind) => kind !== 'incomplete'), to: 'paid' },
  { event: 'PAID_OTHERWISE', from: UNPAID, to: 'paidOtherwise' },
  { event: 'LATE_CAPTURE', from: KINDS.filter((kind) => holdsIn(kind, 'isWithoutMoney')), to: 'late' },
];

/** The transitions of the rows. */
export function ownTransitions(): readonly Transition[] {
  return KINDS.flatMap((from) => {
    const { next }: StateRow = CHECKOUT_STATES[from];
    return Object.entries(next).map(([event, to]) => ({ from, event: event as CheckoutEvent, to }));
  });
}

export function transitions(): readonly Transition[] {
  const common = COMMON_EVENTS.flatMap(({ event, from: kinds, to }) => kinds.map((from) => ({ from, event, to })));
  return [...ownTransitions(), ...common];
}
