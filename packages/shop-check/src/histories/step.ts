/** The steps of a history, as data. A history with two orders names them `A` and `B`. */
import type { MistakeName } from '../mistakes.ts';
import type { Instrument } from '../payer/cards.ts';
import type { OrderState } from '../shop/shop.ts';

export type Which = 'A' | 'B';

export type Step =
  /** The shop makes an order. */
  | { readonly do: 'order'; readonly which: Which; readonly capture: 'now' | 'later' }
  /** The payer opens the order's checkout in a tab; `tampered`: with another amount in the shop's form. */
  | { readonly do: 'start'; readonly which: Which; readonly tab: string; readonly isTampered: boolean }
  | {
      readonly do: 'pay';
      readonly with: Instrument;
      readonly tab: string;
      /** If the page takes no payment: a mistake, nothing, or (absent) the end of the check of this history. */
      readonly ifNotOffered: MistakeName | 'nothing' | undefined;
    }
  | { readonly do: 'cancel'; readonly tab: string }
  /** The payer goes back in the browser to the page of the tab. */
  | { readonly do: 'reload'; readonly tab: string }
  /** The browser opens the shop's return address. */
  | { readonly do: 'return'; readonly which: Which; readonly as: 'payer' | 'another-browser' }
  /** Somebody opens the return address of an order with a made-up indicator, or with that of another order. */
  | { readonly do: 'forge-return'; readonly which: Which; readonly indicator: 'made-up' | 'of-the-other-order' }
  /** The gateway's notifications reach the shop, in this sequence. */
  | {
      readonly do: 'deliver';
      readonly which: Which;
      readonly order: 'as-sent' | 'newest-first';
      readonly attempt: number;
    }
  /** The first, or each, of the delivered notifications arrives once more. */
  | { readonly do: 'redeliver'; readonly which: Which; readonly isAtOnce: boolean }
  /** The return and the notification arrive at the same moment. */
  | { readonly do: 'return-and-deliver'; readonly which: Which }
  | { readonly do: 'forge-notification'; readonly which: Which }
  | { readonly do: 'later'; readonly minutes: number }
  /** Somebody of the shop acts at the gateway's console. */
  | { readonly do: 'staff'; readonly act: 'capture-half' | 'refund' | 'void' | 'chargeback'; readonly which: Which }
  /** Somebody acts in the shop's own administration. */
  | { readonly do: 'shop'; readonly act: 'cancel' | 'raise-amount'; readonly which: Which }
  | { readonly do: 'away'; readonly isAway: boolean }
  | Expectation;

export interface Expectation {
  readonly do: 'expect';
  readonly which: Which;
  /** The states in which the order may be then. */
  readonly states: readonly OrderState[];
  /** The mistake if it is in another one. */
  readonly else: MistakeName;
}

export interface History {
  readonly name: string;
  /** One sentence for a merchant. */
  readonly title: string;
  readonly steps: readonly Step[];
}

/** Nobody has paid. */
export const UNPAID: readonly OrderState[] = ['open', 'cancelled'];
export const PAID: readonly OrderState[] = ['paid'];
/** The result is open. */
export const UNDECIDED: readonly OrderState[] = ['open', 'pending', 'review'];
/** Paid, or known to staff. */
export const NOTICED: readonly OrderState[] = ['paid', 'review', 'refunded'];

export const order = (which: Which = 'A', capture: 'now' | 'later' = 'now'): Step => ({ do: 'order', which, capture });
export const start = (which: Which = 'A', tab = '1'): Step => ({ do: 'start', which, tab, isTampered: false });
export const startTampered = (): Step => ({ do: 'start', which: 'A', tab: '1', isTampered: true });
export const pay = (instrument: Instrument = 'approved', tab = '1', ifNotOffered?: MistakeName): Step => ({
  do: 'pay',
  with: instrument,
  tab,
  ifNotOffered,
});
export const payIfOffered = (tab = '1'): Step => ({ do: 'pay', with: 'approved', tab, ifNotOffered: 'nothing' });
export const cancel = (): Step => ({ do: 'cancel', tab: '1' });
export const reload = (tab = '1'): Step => ({ do: 'reload', tab });
export const comeBack = (which: Which = 'A'): Step => ({ do: 'return', which, as: 'payer' });
export const comeBackElsewhere = (): Step => ({ do: 'return', which: 'A', as: 'another-browser' });
export const forgeReturn = (which: Which, indicator: 'made-up' | 'of-the-other-order'): Step => ({
  do: 'forge-return',
  which,
  indicator,
});
export const deliver = (which: Which = 'A'): Step => ({ do: 'deliver', which, order: 'as-sent', attempt: 1 });
export const deliverNewestFirst = (): Step => ({ do: 'deliver', which: 'A', order: 'newest-first', attempt: 1 });
export const deliverAtLast = (): Step => ({ do: 'deliver', which: 'A', order: 'as-sent', attempt: 4 });
export const redeliver = ({ isAtOnce = false } = {}): Step => ({ do: 'redeliver', which: 'A', isAtOnce });
export const comeBackAndDeliver = (): Step => ({ do: 'return-and-deliver', which: 'A' });
export const forgeNotification = (): Step => ({ do: 'forge-notification', which: 'A' });
export const later = (minutes: number): Step => ({ do: 'later', minutes });
export const staff = (act: 'capture-half' | 'refund' | 'void' | 'chargeback'): Step => ({
  do: 'staff',
  act,
  which: 'A',
});
export const shop = (act: 'cancel' | 'raise-amount'): Step => ({ do: 'shop', act, which: 'A' });
export const away = (isAway: boolean): Step => ({ do: 'away', isAway });
export const expects = (states: readonly OrderState[], otherwise: MistakeName, which: Which = 'A'): Expectation => ({
  do: 'expect',
  which,
  states,
  else: otherwise,
});
