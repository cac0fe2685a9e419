/**
 * The payer's redirects: to the provider, back from it, a short wait for the result, and on to the return URL. No step
 * needs a cookie or a script, each is recorded once, and all treat the browser's data as untrusted.
 */
import {
  awaitsAnotherChoice,
  type BrowserPaymentDependencies,
  cachedStatus,
  cancelAtProvider,
  event,
  firstQueryAt,
  HANDLE,
  hasEvent,
  isResultOpen,
  lastStatus,
  queryWithDeadline,
  readReturnState,
  reloadPayment,
  withDeadline,
} from '../../core/browser-payments/index.ts';
import type { FoundPayment } from '../../core/ports/index.ts';
import { statusAddress, waitAddress } from './redirect-addresses.ts';

/** The answer to the browser: a redirect, or a page. */
export type RedirectStep =
  | { readonly kind: 'REDIRECT'; readonly url: string }
  /** The result is awaited: the page polls. */
  | { readonly kind: 'WAIT'; readonly found: FoundPayment }
  /** A page that shows the result and redirects to the return URL. */
  | { readonly kind: 'INTERSTITIAL'; readonly found: FoundPayment }
  /** Not a payment of this gateway. */
  | { readonly kind: 'UNKNOWN_RETURN' };

export interface RedirectRequest {
  /** Network address of the browser. */
  readonly from: string;
  /**
   * A request that is not the payer's: a HEAD, or a browser's prefetch. No event is recorded, and no provider is
   * queried.
   */
  readonly isPrefetch: boolean;
  /** The provider redirected a payer who cancelled. */
  readonly isCancel?: boolean;
}

/** Long enough for most providers' results, short enough for a payer to wait. */
export const RETURN_WAIT_MS_MAX = 5_000;
/** While a payer waits, the provider is queried about once a second. */
const WAIT_QUERY_INTERVAL_MS = 900;
const UNKNOWN_RETURN: RedirectStep = { kind: 'UNKNOWN_RETURN' };

/** `/redirect/{handle}`: records the event and redirects. A payment that has ended redirects to its status page. */
export async function redirect(
  dependencies: BrowserPaymentDependencies,
  handle: string,
  { from, isPrefetch }: RedirectRequest,
): Promise<RedirectStep> {
  const { browser, clock } = dependencies.gateway;
  const found = HANDLE.test(handle) ? await browser.payments.findBy('handle', handle) : undefined;
  if (found === undefined) {
    return UNKNOWN_RETURN;
  }
  const { pageUrl, transactionKey } = found.payment;
  if (!isResultOpen(found) || pageUrl === null) {
    return { kind: 'REDIRECT', url: statusAddress(handle) };
  }
  if (!isPrefetch && !hasEvent(found, 'REDIRECTED')) {
    const queryAt = firstQueryAt(clock.now());
    await browser.payments.noteFirst(transactionKey, event(dependencies, 'REDIRECTED', 'PAYER', from), queryAt);
  }
  return { kind: 'REDIRECT', url: pageUrl };
}

/**
 * `/return/{state}`, by GET or POST: the first request queries the provider's server for the result. A repeated one
 * changes no data and leads to the same page.
 */
export async function handleReturn(
  dependencies: BrowserPaymentDependencies,
  state: string,
  { from, isPrefetch, isCancel = false }: RedirectRequest,
): Promise<RedirectStep> {
  const { browser, clock } = dependencies.gateway;
  const { found, isExpired } = await paymentOfState(dependencies, state);
  if (found === undefined) {
    return UNKNOWN_RETURN;
  }
  if (isExpired || isPrefetch) {
    return { kind: 'REDIRECT', url: statusAddress(found.payment.handle) };
  }
  const isOpenStill = isResultOpen(found);
  const cameBack = event(dependencies, 'CAME_BACK', 'PAYER', from);
  const queryAt = isOpenStill ? firstQueryAt(clock.now()) : undefined;
  const { transactionKey } = found.payment;
  const isFirst = await browser.payments.noteFirst(transactionKey, cameBack, queryAt);
  if (isOpenStill && isCancel) {
    await withDeadline(dependencies, found, 'WITHDRAWAL', cancelAtProvider(dependencies, found, from));
  } else if (isOpenStill && isFirst) {
    await queryWithDeadline(dependencies, found, 'RETURN');
  } else if (isOpenStill && hasEvent(found, 'SENT_BACK')) {
    await browser.payments.note(transactionKey, [cameBack], queryAt);
    await queryWithDeadline(dependencies, await reloadPayment(dependencies, transactionKey), 'RETURN');
  }
  return { kind: 'REDIRECT', url: waitAddress(state) };
}

/**
 * The address after a request with this state has failed.
 * @returns the address of the payment's status page; if the payment cannot be loaded, that of the wait page, which
 *   leads there
 */
export async function addressAfterReturn(dependencies: BrowserPaymentDependencies, state: string): Promise<string> {
  const { found } = await paymentOfState(dependencies, state).catch(() => ({ found: undefined }));
  return found === undefined ? waitAddress(state) : statusAddress(found.payment.handle);
}

/** `/checkout/return/{state}`: waits for the result, and then redirects to the return URL, with or without a result. */
export async function waitForResult(
  dependencies: BrowserPaymentDependencies,
  state: string,
  { from, isPrefetch }: RedirectRequest,
): Promise<RedirectStep> {
  const { browser, clock } = dependencies.gateway;
  const { found: stored, isExpired } = await paymentOfState(dependencies, state);
  if (stored === undefined) {
    return UNKNOWN_RETURN;
  }
  const cameBack = stored.events.find(({ kind }) => kind === 'CAME_BACK');
  if (isExpired || cameBack === undefined) {
    return { kind: 'REDIRECT', url: statusAddress(stored.payment.handle) };
  }
  const found = isPrefetch ? stored : await cachedStatus(dependencies, stored, WAIT_QUERY_INTERVAL_MS);
  const { pageUrl } = found.payment;
  if (isResultOpen(found) && pageUrl !== null && awaitsAnotherChoice(found)) {
    return { kind: 'REDIRECT', url: pageUrl };
  }
  if (isAwaited(found) && clock.now() < cameBack.lastAt + RETURN_WAIT_MS_MAX) {
    return { kind: 'WAIT', found };
  }
  if (!isPrefetch && !hasEvent(found, 'RETURNED')) {
    await browser.payments.noteFirst(found.payment.transactionKey, event(dependencies, 'RETURNED', 'PAYER', from));
  }
  return isOwnPath(found.payment.returnUrl)
    ? { kind: 'REDIRECT', url: found.payment.returnUrl }
    : { kind: 'INTERSTITIAL', found };
}

/**
 * Whether the result may arrive within a few seconds: not when the merchant must act, or a transfer awaits settlement.
 */
function isAwaited(found: FoundPayment): boolean {
  const status = lastStatus(found);
  return (
    found.transaction.outcome === undefined || (isResultOpen(found) && status !== 'AGREED' && status !== 'ACCEPTED')
  );
}

function isOwnPath(url: string): boolean {
  return url.startsWith('/');
}

/** The payment of a return state; `found` is absent when the state was not issued by this gateway. */
export async function paymentOfState(
  { gateway }: BrowserPaymentDependencies,
  state: string,
): Promise<{ found?: FoundPayment; isExpired: boolean }> {
  const { browser, clock, sealer } = gateway;
  const read = readReturnState(sealer, state);
  const found = read && (await browser.payments.find(read.transactionKey));
  if (read === undefined || found === undefined || !read.isOf(found.payment.reference)) {
    return { isExpired: false };
  }
  return { found, isExpired: read.expiresAt <= clock.now() };
}
