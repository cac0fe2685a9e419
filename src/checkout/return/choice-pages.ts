/**
 * The page on which a payer chooses a bank or other payment option, or sees the code to pay by:
 * `/checkout/choice/{state}`. As on all pages of the redirect to a provider and back, the return state identifies the
 * payer; no step needs a cookie or a script.
 */
import { providerName } from '../../contract/providers/index.ts';
import {
  type BrowserPaymentDependencies,
  beginWith,
  cachedStatus,
  isPayerAsked,
  isResultOpen,
  isUnanswered,
  lastStatus,
  reloadPayment,
  returnAddresses,
  startedOption,
} from '../../core/browser-payments/index.ts';
import type { FoundPayment, PayerAgent, PaymentChoice, PaymentOption } from '../../core/ports/index.ts';
import type {
  ApprovingPage,
  ChoicePage,
  ChoosingPage,
  NamingPage,
  PageAnswer,
  StartedPage,
} from '../../web/views/index.ts';
import { type PayerLanguages, payerLocale } from '../payer/payer-languages.ts';
import { type Arrival, codePage } from './code-page.ts';
import { searchOptions } from './option-search.ts';
import { providerPageBase } from './page-parts.ts';
import {
  cancelChoiceAddress,
  choiceAddress,
  redirectAddress,
  returnAddress,
  statusAddress,
} from './redirect-addresses.ts';
import { paymentOfState } from './redirect-steps.ts';
import type { StatusPageDependencies } from './status-page.ts';
import { readTyped } from './typed-fields.ts';

/** Seconds between two polls for the payer's approval. */
const POLL_SECONDS = 3;
/** Maximum age of the provider's status while the payer approves. */
const APPROVAL_FRESH_MS = 2_500;

/** The query of the page's address. */
export interface ChoiceQuery {
  readonly search?: string;
  readonly option?: string;
  /** Fields that were invalid when the page's script sent them. */
  readonly wrong?: readonly string[];
  readonly notice?: string;
}

/** The choice as the payer sent it. */
export interface SentChoice {
  /** `option`, and the inputs. */
  readonly fields: URLSearchParams;
  readonly payer: PayerAgent;
}

interface Visit extends Arrival {
  readonly choice: PaymentChoice;
}

export async function choicePage(
  dependencies: StatusPageDependencies,
  state: string,
  query: ChoiceQuery,
  languages: PayerLanguages,
): Promise<PageAnswer<ChoicePage>> {
  const arrival = await arrivalAt(dependencies, state, languages);
  if ('found' in arrival && arrival.found.payment.code !== null) {
    return codePage(dependencies, arrival, arrival.found.payment.code);
  }
  const visit = withChoice(dependencies, arrival);
  if (!('choice' in visit)) {
    return visit;
  }
  const { found, choice } = visit;
  if (found.payment.providerReference !== null) {
    return withChoiceProblem(await startedAnswer(dependencies, visit), query);
  }
  const option = offeredOption(choice, query.option);
  return option === undefined
    ? { page: choosing(dependencies, visit, query.search ?? '') }
    : withChoiceProblem({ page: naming(visit, option) }, query);
}

/**
 * The address to answer the page's script with, instead of the page itself. For a form with a problem it names the
 * problem, without typed values: the script shows the problem in the page, which still has them.
 */
export function choiceAnswerAddress(state: string, answer: PageAnswer<ChoicePage>): string {
  if ('redirect' in answer) {
    return answer.redirect;
  }
  const address = choiceAddress(state);
  if ('problem' in answer || answer.page.kind !== 'naming') {
    return ('refreshTo' in answer ? answer.refreshTo : undefined) ?? address;
  }
  const { optionId, fields, notice } = answer.page;
  const query = new URLSearchParams({ option: optionId });
  for (const { field } of fields.filter(({ isWrong }) => isWrong)) {
    query.append('wrong', field);
  }
  if (notice !== undefined) {
    query.append('notice', notice);
  }
  return `${address}?${query}`;
}

/** Adds the problem that the address names, so that reloading the page keeps it. */
function withChoiceProblem(
  answer: PageAnswer<ChoicePage>,
  { wrong = [], notice }: ChoiceQuery,
): PageAnswer<ChoicePage> {
  if (!('page' in answer) || answer.page.kind !== 'naming') {
    return answer;
  }
  const { page } = answer;
  return {
    page: {
      ...page,
      fields: page.fields.map((one) => (wrong.includes(one.field) ? { ...one, isWrong: true } : one)),
      ...((notice === 'refused' || notice === 'unanswered') && { notice }),
    },
  };
}

/** Starts the payment with the chosen option; until then the provider knows no payment. */
export async function sendChoice(
  dependencies: StatusPageDependencies,
  state: string,
  { fields, payer }: SentChoice,
  languages: PayerLanguages,
): Promise<PageAnswer<ChoicePage>> {
  const visit = withChoice(dependencies, await arrivalAt(dependencies, state, languages));
  if (!('choice' in visit)) {
    return visit;
  }
  const { found, choice } = visit;
  const option = startedOption(dependencies, found) ?? offeredOption(choice, fields.get('option') ?? undefined);
  if (option === undefined) {
    return { redirect: choiceAddress(state) };
  }
  const { typed, kept, wrong } = readTyped(asksOf(found, option), fields);
  if (wrong.length > 0) {
    return { page: { ...naming(visit, option), fields: kept } };
  }
  const result = await beginWith(dependencies, found, state, { option: option.id, typed, payer });
  if (result.kind === 'ENDED') {
    return { redirect: returnAddress(state) };
  }
  if (result.kind === 'BEGUN') {
    return startedAnswer(dependencies, { ...visit, found: result.found }, true);
  }
  const notice = result.kind === 'REFUSED' ? 'refused' : 'unanswered';
  // The payment may have started all the same, and only the request for approval failed.
  const after = await reloadPayment(dependencies, found.transaction.key);
  return { page: { ...naming({ ...visit, found: after }, option), fields: kept, notice } };
}

type Elsewhere = Exclude<PageAnswer<ChoicePage>, { page: unknown }>;

/** @returns the redirect, if the payment is not open */
async function arrivalAt(
  dependencies: StatusPageDependencies,
  state: string,
  languages: PayerLanguages,
): Promise<Arrival | Elsewhere> {
  const { found, isExpired } = await paymentOfState(dependencies, state);
  if (found === undefined) {
    return { problem: { kind: 'unknownReturn', locale: payerLocale(dependencies, languages) } };
  }
  if (isExpired) {
    return { redirect: statusAddress(found.payment.handle) };
  }
  if (!isResultOpen(found)) {
    return { redirect: returnAddress(state) };
  }
  const base = await providerPageBase(dependencies, found, languages);
  const cancelAction = cancelChoiceAddress(state);
  return { found, state, base: { ...base, cancelAction } };
}

/** @returns the redirect, if the provider has no options to choose from */
function withChoice({ gateway }: BrowserPaymentDependencies, arrival: Arrival | Elsewhere): Visit | Elsewhere {
  if (!('found' in arrival)) {
    return arrival;
  }
  const { handle, provider } = arrival.found.payment;
  const choice = gateway.browser.providers.get(provider)?.choice;
  return choice === undefined ? { redirect: statusAddress(handle) } : { ...arrival, choice };
}

/** @param isNow the payer has chosen in this request, and is redirected to the option */
async function startedAnswer(
  dependencies: StatusPageDependencies,
  visit: Visit,
  isNow = false,
): Promise<PageAnswer<ChoicePage>> {
  const { found, base, state } = visit;
  const option = startedOption(dependencies, found) ?? goneOption(found);
  if (found.payment.pageUrl !== returnAddresses(dependencies.publicOrigin, state).choiceUrl) {
    const continueUrl = redirectAddress(found.payment.handle);
    const page: StartedPage = { ...base, kind: isNow ? 'starting' : 'begun', option: optionView(option), continueUrl };
    return { page, refreshTo: isNow ? continueUrl : undefined };
  }
  if (!isPayerAsked(found)) {
    return { page: naming(visit, option) };
  }
  return approving({ ...visit, found: await cachedStatus(dependencies, found, APPROVAL_FRESH_MS) }, option);
}

/** Shown until the payer has approved or refused, then redirects as if the provider had sent the payer back. */
function approving({ found, base, state }: Visit, option: PaymentOption): PageAnswer<ApprovingPage> {
  const status = lastStatus(found);
  const isAwaited = isResultOpen(found) && (status === undefined || status === 'OPEN' || isUnanswered(status));
  const poll = { address: choiceAddress(state), seconds: POLL_SECONDS };
  return isAwaited
    ? { page: { ...base, kind: 'approving', option: optionView(option), poll } }
    : { redirect: returnAddress(state) };
}

function choosing({ gateway }: BrowserPaymentDependencies, visit: Visit, search: string): ChoosingPage {
  const { base, choice, found, state } = visit;
  const { options, hasMore } = searchOptions(choice.options, search, base.locale);
  const { health } = gateway.browser;
  const address = choiceAddress(state);
  return {
    ...base,
    kind: 'choosing',
    action: address,
    search,
    options: options.map((option) => ({
      ...optionView(option),
      href: `${address}?option=${option.id}`,
      isAway: health.isAnswering(found.payment.provider, found.merchantId, option.id) ? undefined : true,
    })),
    hasMore: hasMore ? true : undefined,
  };
}

function naming({ base, found, state }: Visit, option: PaymentOption): NamingPage {
  return {
    ...base,
    kind: 'naming',
    option: optionView(option),
    action: choiceAddress(state),
    optionId: option.id,
    fields: asksOf(found, option).map((field) => ({ field, value: '' })),
    otherHref: found.payment.providerReference === null ? choiceAddress(state) : undefined,
  };
}

/**
 * The inputs that the payer must still fill in: once the payment has started, only the one that identifies the payer
 * for approval.
 */
function asksOf({ payment }: FoundPayment, { asks }: PaymentOption): PaymentOption['asks'] {
  return payment.providerReference === null ? asks : asks.filter((field) => field === 'USER_ID');
}

function offeredOption({ options }: PaymentChoice, id: string | undefined): PaymentOption | undefined {
  return options.find((option) => option.id === id && option.isOffered);
}

/** Replaces an option that the operator has removed from the list while a payment is open there. */
function goneOption({ payment }: FoundPayment): PaymentOption {
  return { id: '', name: providerName(payment.provider), code: '', country: '', asks: [], isOffered: false };
}

function optionView({ name, code, country }: PaymentOption) {
  return { name, code, country };
}
