/** The page's configuration: its session, and up to version 62 also merchant and order. */
import { fail } from './callbacks.ts';
import { isOlder } from './gateway.ts';

/** A value, or a function that returns it, called each time before the page is shown. */
type ConfigurationValue = number | string | (() => unknown);

export interface CheckoutConfiguration {
  readonly session?:
    | { readonly id?: ConfigurationValue; readonly version?: ConfigurationValue }
    | ConfigurationValue
    | null;
  /** The merchant's id, which older pages set. */
  readonly merchant?: ConfigurationValue;
  readonly order?: { readonly amount?: ConfigurationValue };
}

/** The format of this gateway's session ids. */
const SESSION = /^SESSION(?:[0-9A-Za-z]{2})?[0-9A-Za-z]{24}$/;

/** Members of an older page's configuration that form a checkout. The gateway accepts those that a payer may see. */
const CHECKOUT_MEMBERS = ['billing', 'customer', 'interaction', 'order', 'shipping'] as const;

let currentConfiguration: CheckoutConfiguration | undefined;

/**
 * Stores the page's configuration. If an older page gives values in addition to a session, only the amount is used, and
 * only if the session has none: the merchant's server set the rest when it made the session.
 */
export function configureCheckout(given: CheckoutConfiguration): void {
  currentConfiguration = given ?? {};
  const { session } = currentConfiguration;
  // A function is called when the page is shown; it may not have a value yet.
  const isLater = typeof session === 'function' || (typeof session === 'object' && typeof session?.id === 'function');
  if (!isLater && checkoutOfPage() === undefined) {
    configuredSessionId();
  }
}

/** @returns undefined if the page gave no valid id, after notifying its error callback */
export function configuredSessionId(): string | undefined {
  const id = givenSession();
  if (typeof id === 'string' && SESSION.test(id)) {
    return id;
  }
  const isMissing = isNone(id);
  fail({
    cause: 'INVALID_REQUEST',
    explanation: isMissing
      ? 'Checkout.configure was not given a session.id'
      : 'the session.id is not one that this gateway made',
    field: 'session.id',
    validationType: isMissing ? 'MISSING' : 'INVALID',
  });
  return undefined;
}

/** @returns the merchant and amount of an older page; undefined unless it has both */
export function amountOfPage(): { readonly merchant: string; readonly amount: string } | undefined {
  const { merchant, order } = currentConfiguration ?? {};
  const amount = resolveValue(order?.amount);
  const id = resolveValue(merchant);
  const isGiven = (typeof amount === 'string' || typeof amount === 'number') && typeof id === 'string';
  return isGiven ? { merchant: id, amount: String(amount) } : undefined;
}

/**
 * A page with a `session` but without its id gets an error instead, since its server should have set the id.
 *
 * @returns the values that an older page gives instead of a session, with its functions called; undefined if it names a
 *   session
 */
export function checkoutOfPage(): { readonly merchant: string } | undefined {
  const merchant = resolveValue(currentConfiguration?.merchant);
  const isGiven =
    isOlder && typeof merchant === 'string' && merchant !== '' && currentConfiguration?.order instanceof Object;
  if (!isGiven || !isNone(resolveValue(currentConfiguration?.session))) {
    return undefined;
  }
  const values = CHECKOUT_MEMBERS.map((name) => [name, resolvedWithin(Reflect.get(currentConfiguration ?? {}, name))]);
  return { ...Object.fromEntries(values), merchant };
}

function givenSession(): unknown {
  const { session } = currentConfiguration ?? {};
  return resolveValue(typeof session === 'object' ? session?.id : session);
}

function isNone(id: unknown): boolean {
  return id === undefined || id === null || id === '';
}

function resolveValue(given: unknown): unknown {
  return typeof given === 'function' ? given() : given;
}

/** Replaces functions at any depth by their results. */
function resolvedWithin(given: unknown): unknown {
  const value = resolveValue(given);
  if (!(value instanceof Object)) {
    return value;
  }
  return Array.isArray(value)
    ? value.map(resolvedWithin)
    : Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolvedWithin(member)]));
}
