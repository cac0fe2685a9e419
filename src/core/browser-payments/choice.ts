/**
 * Starts a payment with the option, such as a bank, that the payer chose from a provider with several. The payment is
 * stored before the payer is redirected or contacted, so that all money movements are known to the gateway. A payment
 * that was started twice, or after the end of its order, is not shown to the payer, and is cancelled.
 */
import type {
  AskOutcome,
  BeginOutcome,
  ChosenPayment,
  FoundPayment,
  PayerAgent,
  PaymentChoice,
  PaymentOption,
  Provider,
} from '../ports/index.ts';
import { firstQueryAt } from '../schedules/query-schedule.ts';
import { isResultOpen, reloadPayment } from './conclude.ts';
import { type BrowserPaymentDependencies, event } from './dependencies.ts';
import { providerPayment } from './provider-payment.ts';
import { returnAddresses } from './return-addresses.ts';
import { timesChosen } from './timeline.ts';

/** Limits the payments that one payer can create at banks. Leaves enough attempts for honest mistakes. */
const CHOICES_MAX = 20;

export interface ChosenOption {
  readonly option: string;
  /** The values that the payer typed, such as an IBAN. They are not stored. */
  readonly typed: ChosenPayment['typed'];
  readonly payer: PayerAgent;
}

/**
 * BEGUN: the payer continues on the option's page, or was contacted. ENDED: the payment had ended already. REFUSED: no
 * payment was started, or the payer was not contacted. UNANSWERED: the result is unknown; the payer may retry.
 */
export interface ChoiceResult {
  readonly kind: 'BEGUN' | 'ENDED' | 'REFUSED' | 'UNANSWERED';
  readonly found: FoundPayment;
}

/** The option with which the payment was started. */
export function startedOption({ gateway }: BrowserPaymentDependencies, found: FoundPayment): PaymentOption | undefined {
  const { provider, providerReference } = found.payment;
  const choice = gateway.browser.providers.get(provider)?.choice;
  return providerReference === null ? undefined : choice?.optionOf(providerReference);
}

/** True if the provider has agreed to contact the payer. */
export function isPayerAsked({ events }: Pick<FoundPayment, 'events'>): boolean {
  return events.some(({ kind, outcome }) => kind === 'PAYER_ASKED' && outcome === 'ASKED');
}

/**
 * @param found an undecided payment; otherwise the call has no effect
 * @param state the payer's return state
 */
export async function beginWith(
  dependencies: BrowserPaymentDependencies,
  found: FoundPayment,
  state: string,
  chosen: ChosenOption,
): Promise<ChoiceResult> {
  const { gateway } = dependencies;
  const provider = gateway.browser.providers.get(found.payment.provider);
  if (!isResultOpen(found)) {
    return { kind: 'ENDED', found };
  }
  if (provider?.choice === undefined || timesChosen(found) >= CHOICES_MAX) {
    return { kind: 'UNANSWERED', found };
  }
  const result =
    found.payment.providerReference === null
      ? await begin(
          dependencies,
          provider,
          provider.choice,
          found,
          await chosenPayment(dependencies, found, state, chosen),
        )
      : ({ kind: 'BEGUN', found } as const);
  return result.kind === 'BEGUN' ? askIfNeeded(dependencies, provider.choice, result.found, state, chosen) : result;
}

async function begin(
  dependencies: BrowserPaymentDependencies,
  provider: Provider,
  choice: PaymentChoice,
  found: FoundPayment,
  chosen: ChosenPayment,
): Promise<ChoiceResult> {
  const { clock, browser } = dependencies.gateway;
  const { transactionKey } = found.payment;
  const outcome = await choice.begin(chosen);
  const noted = event(dependencies, 'CHOSEN', 'PAYER', chosen.option, outcomeCode(outcome));
  if (outcome.status !== 'BEGUN') {
    await browser.payments.note(transactionKey, [noted]);
    return notDone(dependencies, found, outcome, chosen.option);
  }
  const isFirst = await browser.payments.setStarted(transactionKey, outcome, [noted], firstQueryAt(clock.now()));
  const after = await reloadPayment(dependencies, transactionKey);
  const isOurs = after.payment.providerReference === outcome.providerReference;
  if ((!isFirst && !isOurs) || !isResultOpen(after)) {
    await provider.cancel({ ...chosen, providerReference: outcome.providerReference });
  }
  return { kind: isResultOpen(after) ? 'BEGUN' : 'ENDED', found: after };
}

/** For an option without a page, asks the provider to contact the payer. The payment is stored before. */
async function askIfNeeded(
  dependencies: BrowserPaymentDependencies,
  choice: PaymentChoice,
  found: FoundPayment,
  state: string,
  chosen: ChosenOption,
): Promise<ChoiceResult> {
  const { browser, clock } = dependencies.gateway;
  const { pageUrl, providerReference, transactionKey } = found.payment;
  const hasPage = pageUrl !== returnAddresses(browser.publicOrigin, state).choiceUrl;
  const option = providerReference === null ? undefined : choice.optionOf(providerReference);
  if (hasPage || option === undefined || isPayerAsked(found)) {
    return { kind: option === undefined ? 'UNANSWERED' : 'BEGUN', found };
  }
  const outcome = await choice.ask(await chosenPayment(dependencies, found, state, { ...chosen, option: option.id }));
  const noted = event(dependencies, 'PAYER_ASKED', 'GATEWAY', option.id, outcomeCode(outcome));
  await browser.payments.note(transactionKey, [noted], firstQueryAt(clock.now()));
  return outcome.status === 'ASKED'
    ? { kind: 'BEGUN', found: await reloadPayment(dependencies, transactionKey) }
    : notDone(dependencies, found, outcome, option.id);
}

function notDone(
  { gateway }: BrowserPaymentDependencies,
  found: FoundPayment,
  outcome: Exclude<AskOutcome, { status: 'ASKED' }>,
  option: string,
): ChoiceResult {
  const { provider, transactionKey } = found.payment;
  const fields = { transaction: transactionKey, provider, option, outcome: outcomeCode(outcome) };
  gateway.log.warn(fields, 'a payment was not begun with what its payer chose');
  return { kind: outcome.status === 'REFUSED' ? 'REFUSED' : 'UNANSWERED', found };
}

function outcomeCode(outcome: AskOutcome | BeginOutcome): string {
  return outcome.status === 'REFUSED' ? outcome.reply.code : outcome.status;
}

async function chosenPayment(
  { gateway, merchantByKey }: BrowserPaymentDependencies,
  found: FoundPayment,
  state: string,
  { option, typed, payer }: ChosenOption,
): Promise<ChosenPayment> {
  const { order, payment, transaction } = found;
  const { description, reference } = transaction.request.details.order ?? {};
  const merchant = await merchantByKey(order.merchantKey);
  const { returnUrl, cancelUrl } = returnAddresses(gateway.browser.publicOrigin, state);
  return {
    ...(await providerPayment(gateway, found)),
    option,
    typed,
    payer,
    merchantName: payment.shopName ?? merchant?.profile.name ?? '',
    ...(description !== undefined && { description }),
    ...(reference !== undefined && { orderReference: reference }),
    returnUrl,
    cancelUrl,
  };
}
