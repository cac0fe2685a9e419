/**
 * A payment's pages for its payer: the wait after the return from a provider, the interstitial to the return URL, and
 * the status page, which a card payment has too. Made from stored data alone.
 */

import { providerName } from '../../contract/providers/index.ts';
import type { BrowserPaymentDependencies } from '../../core/browser-payments/index.ts';
import {
  cachedStatus,
  cancelAtProvider,
  HANDLE,
  type InteractionTimes,
  interactionTimes,
  isFinalResult,
  isUnanswered,
  type PaymentResult,
  paymentResult,
} from '../../core/browser-payments/index.ts';
import { isOpenCode, type Merchant } from '../../core/index.ts';
import type { FoundPayment, StoredOrder, StoredTransaction, TransactionRequest } from '../../core/ports/index.ts';
import type {
  AuthenticationPage,
  DevicePage,
  MadePayment,
  PageAnswer,
  PaymentOutcome,
  ResultPage,
  StatusPage,
  TimelineStep,
} from '../../web/views/index.ts';
import { type MatchLocale, type PayerLanguages, payerLocale } from '../payer/payer-languages.ts';
import { storedAmount } from '../receipt/amount.ts';
import { madePayment } from '../receipt/payment-money.ts';
import { askingOf } from '../receipt/receipt-references.ts';
import { isMarked, shopOf } from '../receipt/shop.ts';
import { isReturnAddressByKey } from '../status/return-address-by-key.ts';
import { siteRootOf } from '../status/return-url.ts';
import { type AcsStatus, type AcsStatusService, acsMark, acsOutcome, acsSteps, isWithPayer } from './acs-outcome.ts';
import {
  type CardPayment,
  cardOutcome,
  cardPaymentByKey,
  cardSteps,
  findCardPayment,
  statusParts,
} from './card-status.ts';
import { lateSteps, otherMoney } from './late-steps.ts';
import {
  cancelStatusAddress,
  redirectAddress,
  statusAddress,
  statusChallengeAddress,
  statusDeviceAddress,
  waitAddress,
} from './redirect-addresses.ts';
import { type RedirectRequest, waitForResult } from './redirect-steps.ts';
import { cardMark, markOf, paymentOutcomeOf, watchAddress } from './status-mark.ts';

export interface StatusPageDependencies extends BrowserPaymentDependencies {
  readonly sandbox: boolean;
  readonly isRehearsal?: boolean;
  readonly publicOrigin: string;
  readonly matchLocale: MatchLocale;
  /** Set by the hosted page, whose card payments may wait for the payer's bank. */
  readonly acsStatus?: AcsStatusService;
  /** Set by the hosted page: resolves a payment's stored return address. */
  readonly homeOf?: (stored: string) => Promise<string>;
}

/** Lifetime of a link to a status page. */
const STATUS_LIFE_MS = 7 * 24 * 60 * 60_000;
/** How long the page says that a payment could not be cancelled: long enough to read it and try again. */
const UNCANCELLED_MS = 60_000;
/** Seconds between two polls of the wait page. */
const POLL_SECONDS = 1;

/** `/checkout/return/{state}`. */
export async function waitPage(
  dependencies: StatusPageDependencies,
  state: string,
  request: RedirectRequest,
  languages: PayerLanguages,
): Promise<PageAnswer<ResultPage>> {
  const step = await waitForResult(dependencies, state, request);
  if (step.kind === 'REDIRECT') {
    return { redirect: (await dependencies.homeOf?.(step.url)) ?? step.url };
  }
  if (step.kind === 'UNKNOWN_RETURN') {
    return { problem: { kind: 'unknownReturn', locale: payerLocale(dependencies, languages) } };
  }
  const base = await timelinePageBase(dependencies, step.found, languages);
  const { money } = await madePaymentOf(dependencies, step.found);
  if (step.kind === 'WAIT') {
    return {
      page: {
        ...base,
        kind: 'awaitingResult',
        poll: { address: waitAddress(state), seconds: POLL_SECONDS },
        isHosted: isReturnAddressByKey(step.found.payment.returnUrl),
      },
    };
  }
  const { handle, returnUrl } = step.found.payment;
  return {
    page: {
      ...base,
      kind: 'returning',
      outcome: paymentOutcomeOf(step.found, money),
      returnLink: { href: returnUrl, isFollowed: true },
      statusHref: dependencies.publicOrigin + statusAddress(handle),
    },
  };
}

/** `/checkout/status/{handle}`: on any device, without a cookie, for a week. */
export async function statusPage(
  dependencies: StatusPageDependencies,
  handle: string,
  languages: PayerLanguages,
): Promise<PageAnswer<StatusPage>> {
  const stored = await statusOf(dependencies, handle);
  if (stored === undefined) {
    return { problem: { kind: 'notFound', locale: payerLocale(dependencies, languages) } };
  }
  if (isAcsStatus(stored)) {
    return { page: await acsStatusPage(dependencies, stored, handle, languages) };
  }
  return {
    page: isCard(stored)
      ? await cardStatusPage(dependencies, stored, handle, languages)
      : await providerStatusPage(dependencies, stored, languages),
  };
}

/** `/checkout/status/{handle}/challenge`: the bank's challenge, for a payer who comes back to it. */
export async function statusChallengePage(
  dependencies: StatusPageDependencies,
  handle: string,
  languages: PayerLanguages,
): Promise<PageAnswer<AuthenticationPage>> {
  const stored = await statusOf(dependencies, handle);
  const asked = stored !== undefined && isAcsStatus(stored) ? stored : undefined;
  return (asked && dependencies.acsStatus?.challenge(asked, handle, languages)) ?? { redirect: statusAddress(handle) };
}

/** The page of a payment that waits for the payer's bank, or was cancelled before its result. */
async function acsStatusPage(
  dependencies: StatusPageDependencies,
  asked: AcsStatus,
  handle: string,
  languages: PayerLanguages,
): Promise<StatusPage> {
  const { attempt, shown } = asked;
  const isOpen = attempt !== undefined && isWithPayer(shown);
  const { purpose } = shown.authentication;
  return {
    ...(await pageBaseOf(dependencies, acsPageSource(asked), languages)),
    ...wayToShop(attempt?.pending.page.shopUrl),
    kind: 'status',
    deviceHref: statusDeviceAddress(handle),
    method: 'card',
    amount: storedAmount({ amount: purpose.amount ?? 0n, currency: purpose.currency }),
    outcome: acsOutcome(asked),
    steps: acsSteps(asked),
    ...(isOpen && { continueUrl: statusChallengeAddress(handle), cancelAction: cancelStatusAddress(handle) }),
    ...(attempt && { eventsUrl: watchAddress(handle, acsMark(asked)) }),
  };
}

/** The data for the common parts of the pages. */
function acsPageSource({ attempt, shown }: AcsStatus): PageSource {
  const { purpose } = shown.authentication;
  const page = attempt?.pending.page;
  return {
    order: shown.order,
    transaction: {
      request: { amount: purpose.amount ?? 0n, currency: purpose.currency, ...(page && { page }) },
    },
  };
}

/** `/checkout/status/{handle}/device`: the status page's address as a QR code. */
export async function statusDevicePage(
  dependencies: StatusPageDependencies,
  handle: string,
  languages: PayerLanguages,
): Promise<PageAnswer<DevicePage>> {
  const stored = await statusOf(dependencies, handle);
  if (stored === undefined) {
    return { redirect: statusAddress(handle) };
  }
  const source = isAcsStatus(stored) ? acsPageSource(stored) : stored;
  const { amount: _amount, ...base } = await pageBaseOf(dependencies, source, languages);
  const href = statusAddress(handle);
  return {
    page: { ...base, kind: 'device', address: dependencies.publicOrigin + href, backHref: href, target: 'status' },
  };
}

/** The page of a payment at a provider. */
export async function providerStatusPage(
  dependencies: Omit<StatusPageDependencies, 'publicOrigin'>,
  stored: FoundPayment,
  languages: PayerLanguages,
): Promise<StatusPage> {
  const found = await cachedStatus(dependencies, stored);
  const { handle, pageUrl } = found.payment;
  const result = paymentResult(found);
  const isOpen = result.kind === 'open' && pageUrl !== null;
  const changes = !isFinalResult(result) || (result.kind === 'late' && result.money === 'returning');
  const { money, followUps } = await madePaymentOf(dependencies, found);
  return {
    ...(await timelinePageBase(dependencies, found, languages)),
    ...wayToShop(found.transaction.request.page?.shopUrl ?? siteRootOf(found.payment.returnUrl)),
    kind: 'status',
    deviceHref: statusDeviceAddress(handle),
    outcome: paymentOutcomeOf(found, money),
    ...askingNow(dependencies, found, false, result.kind === 'waiting' || result.kind === 'unsettled'),
    steps: [...stepsOf(timesShown(found, result)), ...lateSteps(found, result)],
    ...(result.kind === 'made' && { followUps }),
    ...(isOpen && { continueUrl: redirectAddress(handle), cancelAction: cancelStatusAddress(handle) }),
    ...(isOpen && isUncancelled(dependencies, found) && { isUncancelled: true }),
    ...(changes && { eventsUrl: watchAddress(handle, markOf(found)) }),
  };
}

async function cardStatusPage(
  dependencies: StatusPageDependencies,
  payment: CardPayment,
  handle: string,
  languages: PayerLanguages,
): Promise<StatusPage> {
  const { money, followUps } = await madePaymentOf(dependencies, payment);
  const outcome = cardOutcome(payment, money);
  const { request } = payment.transaction;
  const parts = statusParts(payment);
  return {
    ...(await pageBaseOf(dependencies, payment, languages)),
    ...wayToShop(request.page?.shopUrl),
    kind: 'status',
    deviceHref: statusDeviceAddress(handle),
    method: request.instrument.type === 'GIFT_CARD' ? 'giftCard' : 'card',
    outcome,
    ...(parts && parts.length > 1 && { parts }),
    ...askingNow(dependencies, payment, outcome.kind === 'unknown', outcome.kind === 'waiting'),
    steps: cardSteps(payment),
    ...(outcome.kind === 'made' && { followUps }),
    ...(CHANGING.has(outcome.kind) && { eventsUrl: watchAddress(handle, cardMark(payment)) }),
  };
}

/** @param isWaiting the answer usually arrives by itself */
function askingNow(
  { gateway }: Pick<StatusPageDependencies, 'gateway'>,
  { transaction }: Pick<FoundPayment, 'transaction'>,
  isInDoubt: boolean,
  isWaiting: boolean,
): Pick<StatusPage, 'asking'> {
  const asking = isInDoubt || isWaiting ? askingOf(transaction, isInDoubt, gateway.clock.now()) : undefined;
  return asking === undefined ? {} : { asking };
}

/** Outcomes of a card payment that may still change without the payer. */
const CHANGING: ReadonlySet<PaymentOutcome['kind']> = new Set(['held', 'released', 'unknown', 'waiting']);

function wayToShop(url: string | undefined): Pick<StatusPage, 'returnLink'> {
  return url === undefined ? {} : { returnLink: { href: url } };
}

/** Whether the payer has just tried to cancel, and the provider did not answer. */
function isUncancelled({ gateway }: BrowserPaymentDependencies, { events }: FoundPayment): boolean {
  const last = events.filter(({ kind }) => kind === 'WITHDRAWN').toSorted((one, other) => one.lastAt - other.lastAt);
  const withdrawal = last.at(-1);
  return (
    withdrawal !== undefined &&
    isUnanswered(withdrawal.outcome) &&
    gateway.clock.now() < withdrawal.lastAt + UNCANCELLED_MS
  );
}

/** `POST /checkout/status/{handle}/cancel`. @param from the network address @returns the address to redirect to */
export async function cancelFromStatus(
  dependencies: StatusPageDependencies,
  handle: string,
  from: string,
): Promise<string> {
  const found = await statusOf(dependencies, handle);
  if (found !== undefined && isAcsStatus(found)) {
    await dependencies.acsStatus?.cancel(found);
  } else if (found !== undefined && !isCard(found) && paymentResult(found).kind === 'open') {
    await cancelAtProvider(dependencies, found, from);
  }
  return statusAddress(handle);
}

/** Identifies the state that the page shows now. Undefined when there is no page. */
export async function statusMark(dependencies: StatusPageDependencies, handle: string): Promise<string | undefined> {
  const found = await statusOf(dependencies, handle);
  if (found === undefined) {
    return undefined;
  }
  if (isAcsStatus(found)) {
    return acsMark(found);
  }
  return isCard(found) ? cardMark(found) : markOf(found);
}

type Status = AcsStatus | CardPayment | FoundPayment;

function isAcsStatus(found: Status): found is AcsStatus {
  return 'shown' in found;
}

function isCard(found: CardPayment | FoundPayment): found is CardPayment {
  return !('payment' in found);
}

async function statusOf(dependencies: StatusPageDependencies, handle: string): Promise<Status | undefined> {
  const found = await foundBy(dependencies, handle);
  const isOver = found !== undefined && dependencies.gateway.clock.now() >= endOf(found);
  return isOver ? undefined : found;
}

function endOf(found: Status): number {
  return isAcsStatus(found)
    ? found.shown.authentication.createdAt + STATUS_LIFE_MS
    : statusEnd(found.transaction, isCard(found));
}

/**
 * When the status page ends. For a card payment, not before its result is final, which may be long after the payment. A
 * payment at a provider is final before that time.
 */
export function statusEnd({ createdAt, updatedAt, outcome }: StoredTransaction, isCard: boolean): number {
  if (!isCard || outcome === undefined) {
    return createdAt + STATUS_LIFE_MS;
  }
  return isOpenCode(outcome.gatewayCode) ? Number.POSITIVE_INFINITY : updatedAt + STATUS_LIFE_MS;
}

async function foundBy({ gateway, acsStatus }: StatusPageDependencies, handle: string): Promise<Status | undefined> {
  if (HANDLE.test(handle)) {
    return gateway.browser.payments.findBy('handle', handle);
  }
  const asked = await acsStatus?.find(handle);
  const { usedBy } = asked?.shown.authentication ?? {};
  // Once the authentication was used for a payment, the payment's status is shown.
  const payment = usedBy == null ? undefined : await cardPaymentByKey(gateway, usedBy);
  return payment ?? asked ?? findCardPayment(gateway, handle);
}

/** The common parts of the pages of a payment at a provider. */
export async function timelinePageBase(
  dependencies: Omit<StatusPageDependencies, 'publicOrigin'>,
  found: FoundPayment,
  languages: PayerLanguages,
) {
  const { provider, shopName } = found.payment;
  const base = await pageBaseOf(dependencies, found, languages);
  const taken = paymentResult(found).kind === 'late' ? otherMoney(found) : undefined;
  return {
    ...base,
    shop: { ...base.shop, ...(shopName !== null && { name: shopName }) },
    provider: providerName(provider),
    ...(taken && { amount: taken }),
  };
}

/** The sums and follow-ups of the payment. */
async function madePaymentOf(
  { gateway, merchantByKey }: Omit<StatusPageDependencies, 'publicOrigin'>,
  { order, transaction }: Pick<FoundPayment, 'order' | 'transaction'>,
): Promise<MadePayment> {
  return madePayment(gateway, await merchantOf({ merchantByKey }, order), order, transaction);
}

async function merchantOf(
  { merchantByKey }: Pick<StatusPageDependencies, 'merchantByKey'>,
  { merchantKey }: Pick<StoredOrder, 'merchantKey'>,
): Promise<Merchant> {
  const merchant = await merchantByKey(merchantKey);
  if (merchant === undefined) {
    throw new Error('A payment is of a merchant that is gone.');
  }
  return merchant;
}

interface PageSource {
  readonly order: Pick<StoredOrder, 'merchantKey'>;
  readonly transaction: { readonly request: Pick<TransactionRequest, 'amount' | 'currency' | 'page'> };
}

/** The language is that of the checkout's pages, if the payment has one stored. */
async function pageBaseOf(
  dependencies: Omit<StatusPageDependencies, 'publicOrigin'>,
  { order, transaction }: PageSource,
  languages: PayerLanguages,
) {
  const merchant = await merchantOf(dependencies, order);
  const { page } = transaction.request;
  return {
    locale: payerLocale(dependencies, languages, page?.locale),
    shop: { ...shopOf(merchant), ...(page && { name: page.shopName }) },
    sandbox: isMarked(dependencies),
    amount: storedAmount(transaction.request),
  };
}

const STEPS = [
  ['initiated', 'timeInitiated'],
  ['redirected', 'timeRedirected'],
  ['returned', 'timeReturned'],
  ['completed', 'timeCompleted'],
] as const satisfies readonly (readonly [TimelineStep, keyof InteractionTimes])[];

/** Without the time of completion while the provider's result is unsettled. */
function timesShown({ events }: FoundPayment, { kind }: PaymentResult): InteractionTimes {
  const { timeCompleted, ...times } = interactionTimes(events);
  return { ...times, ...(kind !== 'unsettled' && timeCompleted !== undefined && { timeCompleted }) };
}

function stepsOf(times: InteractionTimes): StatusPage['steps'] {
  return STEPS.map(([step, name]) => {
    const at = times[name];
    return { step, ...(at !== undefined && { at: new Date(at).toISOString() }) };
  });
}
