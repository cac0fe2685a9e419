/**
 * A browser payment's pages for its payer: the wait after the return, the interstitial to the return URL, and the
 * status page. Made from stored data alone.
 */
import { createHash } from 'node:crypto';
import type { BrowserPaymentDependencies } from '../browser-payments/dependencies.ts';
import { isFinalResult, type PaymentResult, paymentResult } from '../browser-payments/payment-result.ts';
import { cachedStatus } from '../browser-payments/query-status.ts';
import { eventsAddress, redirectAddress, statusAddress, waitAddress } from '../browser-payments/redirect-addresses.ts';
import { type RedirectRequest, waitForResult } from '../browser-payments/redirect-steps.ts';
import { providerName } from '../contract/fields/browser-payment-fields.ts';
import type { FoundPayment } from '../gateway/browser/browser-payment-records.ts';
import { type InteractionTimes, interactionTimes } from '../gateway/browser/interaction-times.ts';
import { HANDLE } from '../gateway/browser/names.ts';
import { storedAmount } from './amount.ts';
import type { PaymentOutcome, StatusPage, TimelineStep } from './checkout-page.ts';
import { shopOf } from './page-model.ts';
import type { PageView } from './pay-page-views.ts';

export interface StatusPageDependencies extends BrowserPaymentDependencies {
  readonly sandbox: boolean;
  readonly publicOrigin: string;
  readonly matchLocale: (wanted: string[]) => string;
}

/** How long a link to a status page works. */
const STATUS_LIFE_MS = 7 * 24 * 60 * 60_000;
/** Enough to distinguish two states of one payment's page. */
const MARK_CHARACTERS = 16;
/** How often the wait page polls. */
const REFRESH_SECONDS = 1;
/** Long enough to read a sentence. */
const REDIRECT_AFTER_SECONDS = 2;

/** `/checkout/return/{state}`. @returns a page, or the address to redirect to */
export async function waitPage(
  dependencies: StatusPageDependencies,
  state: string,
  request: RedirectRequest,
  languages: readonly string[],
): Promise<PageView | { readonly url: string }> {
  const step = await waitForResult(dependencies, state, request);
  if (step.kind === 'REDIRECT') {
    return { url: step.url };
  }
  if (step.kind === 'UNKNOWN_RETURN') {
    return { page: { kind: 'unknownReturn', locale: dependencies.matchLocale([...languages]) } };
  }
  const base = await timelinePageBase(dependencies, step.found, languages);
  if (step.kind === 'WAIT') {
    return {
      page: { ...base, kind: 'awaitingResult' },
      refresh: { seconds: REFRESH_SECONDS, url: waitAddress(state) },
    };
  }
  const { handle, returnUrl } = step.found.payment;
  return {
    page: {
      ...base,
      kind: 'returning',
      outcome: outcomeOf(step.found),
      wayBack: { href: returnUrl },
      statusHref: dependencies.publicOrigin + statusAddress(handle),
    },
    refresh: { seconds: REDIRECT_AFTER_SECONDS, url: returnUrl },
  };
}

/** `/checkout/status/{handle}`: on any device, without a cookie, for a week. */
export async function statusPage(
  dependencies: StatusPageDependencies,
  handle: string,
  languages: readonly string[],
): Promise<PageView> {
  const stored = await statusOf(dependencies, handle);
  if (stored === undefined) {
    return { page: { kind: 'notFound', locale: dependencies.matchLocale([...languages]) } };
  }
  const found = await cachedStatus(dependencies, stored);
  const result = paymentResult(found);
  const isOpen = result.kind === 'open' && found.payment.pageUrl !== null;
  const changes = !isFinalResult(result) || (result.kind === 'late' && result.money === 'returning');
  const page: StatusPage = {
    ...(await timelinePageBase(dependencies, found, languages)),
    kind: 'status',
    outcome: outcomeOf(found),
    steps: stepsOf(interactionTimes(found.events)),
    ...(isOpen && { continueUrl: redirectAddress(handle) }),
    ...(changes && { eventsUrl: `${eventsAddress(handle)}?seen=${markOf(found)}` }),
  };
  return { page };
}

/** Identifies what the page shows now: the same mark, the same page. Undefined when there is no page. */
export async function statusMark(dependencies: StatusPageDependencies, handle: string): Promise<string | undefined> {
  const found = await statusOf(dependencies, handle);
  return found && markOf(found);
}

/** The page subscribes to events with its own mark, so that no change before the subscription is missed. */
function markOf(found: FoundPayment): string {
  const fingerprint = JSON.stringify([outcomeOf(found), interactionTimes(found.events)]);
  return createHash('sha256').update(fingerprint).digest('base64url').slice(0, MARK_CHARACTERS);
}

async function statusOf({ gateway }: StatusPageDependencies, handle: string): Promise<FoundPayment | undefined> {
  const found = HANDLE.test(handle) ? await gateway.browser.payments.findBy('handle', handle) : undefined;
  return found && gateway.clock.now() < found.payment.createdAt + STATUS_LIFE_MS ? found : undefined;
}

async function timelinePageBase(
  dependencies: StatusPageDependencies,
  found: FoundPayment,
  languages: readonly string[],
) {
  const merchant = await dependencies.merchantByKey(found.order.merchantKey);
  if (merchant === undefined) {
    throw new Error('A browser payment is of a merchant that is gone.');
  }
  const { provider, shopName } = found.payment;
  return {
    locale: dependencies.matchLocale([...languages]),
    shop: { ...shopOf(merchant), ...(shopName !== null && { name: shopName }) },
    sandbox: dependencies.sandbox,
    provider: providerName(provider),
    amount: storedAmount(found.transaction.request),
  };
}

function outcomeOf(found: FoundPayment): PaymentOutcome {
  const result: PaymentResult = paymentResult(found);
  if (result.kind !== 'givenBack') {
    return result;
  }
  const { currency } = found.transaction.request;
  return { kind: 'givenBack', amount: storedAmount({ amount: result.refunded, currency }) };
}

const STEPS: readonly (readonly [TimelineStep, keyof InteractionTimes])[] = [
  ['initiated', 'timeInitiated'],
  ['redirected', 'timeRedirected'],
  ['returned', 'timeReturned'],
  ['completed', 'timeCompleted'],
];

function stepsOf(times: InteractionTimes): StatusPage['steps'] {
  return STEPS.map(([step, name]) => {
    const at = times[name];
    return { step, ...(at !== undefined && { at: new Date(at).toISOString() }) };
  });
}
