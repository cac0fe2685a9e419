/** The shop as the kit sees it: it makes orders, starts their checkouts, and says how its orders stand. */

/** How an order stands in the shop. */
export type OrderState =
  /** Nobody has paid; it may still be paid. */
  | 'open'
  /** A payment is under way, and its result is not known yet. */
  | 'pending'
  /** The amount is reserved, and not captured. */
  | 'reserved'
  /** All of it is captured. */
  | 'paid'
  /** A part of it is captured. */
  | 'part-paid'
  | 'part-refunded'
  | 'refunded'
  /** The payer's bank has taken the money back. */
  | 'disputed'
  | 'cancelled'
  /** Staff have to look at it. */
  | 'review';

export const ORDER_STATES: readonly OrderState[] = [
  'open',
  'pending',
  'reserved',
  'paid',
  'part-paid',
  'part-refunded',
  'refunded',
  'disputed',
  'cancelled',
  'review',
];

export interface OrderStatus {
  readonly state: OrderState;
  /** The captured money by the shop's books, in major units. Refunds do not reduce it. */
  readonly paid: string;
  /** In major units. */
  readonly refunded: string;
  /** How often the shop has released the goods. Absent: the shop does not say. */
  readonly shipped?: number;
}

export interface WantedOrder {
  /** In major units, such as `24.30`. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly items: readonly { readonly name: string; readonly quantity: number; readonly unitPrice: string }[];
  /** `later`: reserve the amount (AUTHORIZE), and capture it later. */
  readonly capture: 'now' | 'later';
}

export interface MadeOrder {
  /** The shop's own id of the order. */
  readonly order: string;
  /** The address where the payer starts to pay, with GET. */
  readonly pay: string;
}

/** `cancel` ends an order that is not paid. `change` gives it another amount. */
export type ShopAct = { readonly act: 'cancel' } | { readonly act: 'change'; readonly amount: string };

export interface Shop {
  /** The name of the shop in reports, such as its address. */
  readonly name: string;
  /** @throws {NotOffered} for an order that the shop does not offer, such as one that is captured later */
  makeOrder(wanted: WantedOrder): Promise<MadeOrder>;
  orderStatus(order: string): Promise<OrderStatus>;
  /** @throws {NotOffered} */
  act(order: string, act: ShopAct): Promise<void>;
}

/** The shop has no such feature: the history is left out. */
export class NotOffered extends Error {
  override readonly name = 'NotOffered';
}

/** The shop cannot be checked, for a reason in one sentence. */
export class ShopProblem extends Error {
  override readonly name = 'ShopProblem';
}
