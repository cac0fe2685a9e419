/** Erases a customer's data: in one order, or in every order and session with an e-mail address. */
import { isOpen } from '../../core/index.ts';
import {
  mentionsEmail,
  outcomeWithoutCustomer,
  purposeWithoutCustomer,
  requestWithoutCustomer,
  termsWithoutCustomer,
} from './customer-data.ts';
import { isUnderWay } from './ended-order.ts';
import type { ErasureStore, LinkTexts, OrderErasure, OrderRecords } from './ports.ts';

/** Maximum number of tries to erase an order. A failed try means that the order has changed, so it is still active. */
const TRIES_MAX = 5;

/** The number of erased records of an order, or of those that a dry run would erase; or the reason to keep them. */
export interface ErasedOrder {
  readonly orderId: string;
  readonly transactions: number;
  readonly authentications: number;
  readonly notifications: number;
  readonly sessions: number;
  /** Links for one payment whose place the order has. */
  readonly links: number;
  /** Saved cards of the payers that the order names. */
  readonly savedCards: number;
  /** The reason why no record of the order was erased; absent if it was erased. */
  readonly leftBecause?: string;
}

export interface EraseOptions {
  readonly merchantKey: number;
  readonly now: number;
  /** True for a dry run, which writes no changes. */
  readonly isDryRun: boolean;
  /**
   * Removes the saved cards of the merchant's customer; only counts them in a dry run. Called before the order loses
   * the customer's id, so that an interrupted erasure can be repeated.
   */
  readonly removeSavedCards: (customerId: string) => Promise<number>;
}

/** @returns undefined if the merchant has no such order */
export async function eraseOrder(
  store: ErasureStore,
  orderId: string,
  options: EraseOptions,
): Promise<ErasedOrder | undefined> {
  return (await eraseWithSessions(store, orderId, options))?.order;
}

interface ErasureResult {
  readonly order: ErasedOrder;
  /** Keys of the order's sessions, which are still needed if the order is kept. */
  readonly sessions: readonly number[];
}

async function eraseWithSessions(
  store: ErasureStore,
  orderId: string,
  { merchantKey, now, isDryRun, removeSavedCards }: EraseOptions,
): Promise<ErasureResult | undefined> {
  for (let tried = 0; tried < TRIES_MAX; tried += 1) {
    const records = await store.records(merchantKey, orderId);
    if (records === undefined) {
      return undefined;
    }
    const erasure = { ...erasureOf(records), sessions: await sessionsOf(store, merchantKey, records) };
    const { transactions, authentications, links, notifications, sessions } = erasure;
    const order = {
      orderId,
      transactions: transactions.length,
      authentications: authentications.length,
      notifications: notifications.length,
      sessions: sessions.length,
      links: links.length,
      savedCards: 0,
    };
    const leftBecause = unfinishedReason(records, now);
    if (leftBecause !== undefined) {
      return { order: { ...order, leftBecause }, sessions };
    }
    const savedCards = await savedCardsOf(records, removeSavedCards);
    if (isDryRun || (await store.erase(erasure, now))) {
      return { order: { ...order, savedCards }, sessions };
    }
  }
  throw new Error(`Order ${orderId} is being changed by others again and again. Try again later.`);
}

async function savedCardsOf({ transactions }: OrderRecords, remove: EraseOptions['removeSavedCards']): Promise<number> {
  const ids = new Set(transactions.flatMap(({ request: { details } }) => details.customer?.id ?? []));
  let count = 0;
  for (const id of ids) {
    count += await remove(id);
  }
  return count;
}

/** The reason why an order's data is still needed; undefined if it is not needed. */
function unfinishedReason({ order, authentications, notifications }: OrderRecords, now: number): string | undefined {
  const open = order.state.movements.find(isOpen);
  const underWay = authentications.find((one) => isUnderWay(one, now));
  if (order.lockedBy !== null) {
    return 'a transaction of it is in flight';
  }
  if (open !== undefined) {
    return `the result of transaction ${open.transactionId} is not known yet`;
  }
  if (underWay !== undefined) {
    return `authentication ${underWay.transactionId} of it is under way, or to be paid with`;
  }
  return notifications.some(({ isWaiting }) => isWaiting) ? 'a notification of it is not delivered yet' : undefined;
}

function erasureOf({
  order,
  transactions,
  authentications,
  links,
  notifications,
}: OrderRecords): Omit<OrderErasure, 'sessions'> {
  return {
    order,
    transactions: transactions.map(({ key, request, outcome }) => ({
      key,
      request: requestWithoutCustomer(request),
      outcome: outcome && outcomeWithoutCustomer(outcome),
    })),
    authentications: authentications.map(({ key, purpose }) => ({ key, purpose: purposeWithoutCustomer(purpose) })),
    links: links.map(linkWithoutCustomer),
    notifications: notifications.filter(({ hasBody }) => hasBody).map(({ key }) => key),
  };
}

function linkWithoutCustomer({ key, terms }: LinkTexts): LinkTexts {
  return { key, terms: termsWithoutCustomer(terms) };
}

/** Finds the sessions that an order's transactions refer to, and the sessions that were created for the order. */
async function sessionsOf(
  store: ErasureStore,
  merchantKey: number,
  { order, transactions, authentications }: OrderRecords,
): Promise<number[]> {
  const named = new Set([
    ...order.state.movements.map(({ session }) => session),
    ...transactions.map(({ request }) => request.session),
    ...authentications.flatMap(({ purpose }) => [purpose.session, purpose.checked?.cardSession]),
  ]);
  const found: number[] = [];
  for await (const { key, orderId } of store.sessionsOf(merchantKey)) {
    if (named.has(key) || orderId === order.orderId) {
      found.push(key);
    }
  }
  return found;
}

export interface ErasedCustomer {
  readonly orders: readonly ErasedOrder[];
  /** Number of erased sessions that do not belong to these orders. */
  readonly sessions: number;
  /** Number of links whose description or note is the address; both are erased. */
  readonly links: number;
}

/** Erases every order and session of the merchant that has the address as a whole value, ignoring case. */
export async function eraseCustomer(
  store: ErasureStore,
  email: string,
  options: EraseOptions,
): Promise<ErasedCustomer> {
  const fits = (text: string | null) => mentionsEmail(text, email);
  const ids: string[] = [];
  for await (const orderId of store.ordersWith(options.merchantKey, fits)) {
    ids.push(orderId);
  }
  const done: ErasureResult[] = [];
  for (const orderId of ids) {
    const one = await eraseWithSessions(store, orderId, options);
    if (one !== undefined) {
      done.push(one);
    }
  }
  const ofOrders = new Set(done.flatMap((one) => one.sessions));
  const sessions: number[] = [];
  for await (const { key, texts } of store.sessionsOf(options.merchantKey)) {
    if (texts.some(fits) && !ofOrders.has(key)) {
      sessions.push(key);
    }
  }
  const links: LinkTexts[] = [];
  for await (const link of store.linksOf(options.merchantKey)) {
    const { description, note } = link.terms;
    if (fits(JSON.stringify([description, note]))) {
      links.push(linkWithoutCustomer(link));
    }
  }
  if (!options.isDryRun) {
    await store.removeSessions(sessions);
    await store.setLinkTexts(links);
  }
  return { orders: done.map(({ order }) => order), sessions: sessions.length, links: links.length };
}
