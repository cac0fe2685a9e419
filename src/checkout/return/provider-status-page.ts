/** The status page of a payment at a provider. */
import {
  type BrowserPaymentDependencies,
  cachedStatus,
  cancelAtProvider,
  type InteractionTimes,
  interactionTimes,
  isFinalResult,
  isUnanswered,
  type PaymentResult,
  paymentResult,
} from '../../core/browser-payments/index.ts';
import type { FoundPayment } from '../../core/ports/index.ts';
import type { StatusPage, TimelineStep } from '../../web/views/index.ts';
import type { PayerLanguages } from '../payer/payer-languages.ts';
import { siteRootOf } from '../status/return-url.ts';
import { lateSteps } from './late-steps.ts';
import { askingNow, linkToShop, madePaymentOf, type PagePartsDependencies, providerPageBase } from './page-parts.ts';
import { cancelStatusAddress, redirectAddress, statusDeviceAddress } from './redirect-addresses.ts';
import { statusEnd } from './status-end.ts';
import { markOf, paymentOutcomeOf, watchAddress } from './status-mark.ts';
import type { StatusView } from './status-view.ts';

/** How long the page says that a payment could not be cancelled: long enough to read it and try again. */
const UNCANCELLED_MS = 60_000;

export const PROVIDER_STATUS: StatusView<FoundPayment> = {
  page: (dependencies, found, _handle, languages) => providerStatusPage(dependencies, found, languages),
  endOf: ({ transaction }) => statusEnd(transaction, false),
  markOf,
  sourceOf: (found) => found,
  async cancel(dependencies, found, from) {
    if (paymentResult(found).kind === 'open') {
      await cancelAtProvider(dependencies, found, from);
    }
  },
};

export async function providerStatusPage(
  dependencies: PagePartsDependencies,
  stored: FoundPayment,
  languages: PayerLanguages,
): Promise<StatusPage> {
  const found = await cachedStatus(dependencies, stored);
  const { handle, pageUrl, returnUrl } = found.payment;
  const result = paymentResult(found);
  const isOpen = result.kind === 'open' && pageUrl !== null;
  const isChanging = !isFinalResult(result) || (result.kind === 'late' && result.money === 'returning');
  const { money, followUps } = await madePaymentOf(dependencies, found);
  return {
    ...(await providerPageBase(dependencies, found, languages)),
    kind: 'status',
    returnLink: linkToShop(found.transaction.request.page?.shopUrl ?? siteRootOf(returnUrl)),
    deviceHref: statusDeviceAddress(handle),
    outcome: paymentOutcomeOf(found, money),
    asking: askingNow(dependencies, found, false, result.kind === 'waiting' || result.kind === 'unsettled'),
    steps: [...stepsOf(timesShown(found, result)), ...lateSteps(found, result)],
    followUps: result.kind === 'made' ? followUps : undefined,
    continueUrl: isOpen ? redirectAddress(handle) : undefined,
    cancelAction: isOpen ? cancelStatusAddress(handle) : undefined,
    isUncancelled: isOpen && isUncancelled(dependencies, found) ? true : undefined,
    eventsUrl: isChanging ? watchAddress(handle, markOf(found)) : undefined,
  };
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

const STEPS = [
  ['initiated', 'timeInitiated'],
  ['redirected', 'timeRedirected'],
  ['returned', 'timeReturned'],
  ['completed', 'timeCompleted'],
] as const satisfies readonly (readonly [TimelineStep, keyof InteractionTimes])[];

/** Without the time of completion while the provider's result is unsettled. */
function timesShown({ events }: FoundPayment, { kind }: PaymentResult): InteractionTimes {
  const { timeCompleted, ...times } = interactionTimes(events);
  return { ...times, timeCompleted: kind === 'unsettled' ? undefined : timeCompleted };
}

function stepsOf(times: InteractionTimes): StatusPage['steps'] {
  return STEPS.map(([step, name]) => {
    const at = times[name];
    return { step, at: at === undefined ? undefined : new Date(at).toISOString() };
  });
}
