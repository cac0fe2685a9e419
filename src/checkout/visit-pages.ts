/** The pages of a browser payment for its payer: held after the return, led home, and the status page. Made from what is stored alone. */
import { createHash } from 'node:crypto';
import { eventsAddress, holdAddress, redirectAddress, statusAddress } from '../browser-payments/addresses.ts';
import { fresh } from '../browser-payments/ask.ts';
import { type Hopping, hold } from '../browser-payments/hops.ts';
import { isSettledVisit, type VisitResult, visitResult } from '../browser-payments/outcome.ts';
import type { BrowserPaymentParts } from '../browser-payments/parts.ts';
import { providerName } from '../contract/fields/browser-payment.ts';
import { type InteractionTimes, interactionTimes } from '../gateway/browser/interaction.ts';
import { HANDLE } from '../gateway/browser/names.ts';
import type { FoundPayment } from '../gateway/browser/records.ts';
import { storedAmount } from './amount.ts';
import type { StatusPage, VisitOutcome, VisitStep } from './page.ts';
import { shopOf } from './page-model.ts';
import type { Shown } from './views.ts';

export interface VisitPageParts extends BrowserPaymentParts {
  readonly sandbox: boolean;
  readonly publicOrigin: string;
  readonly matchLocale: (wanted: string[]) => string;
}

/** How long a link to a status page works. */
const STATUS_LIFE_MS = 7 * 24 * 60 * 60_000;
/** Enough to tell two looks of one payment apart. */
const MARK_CHARACTERS = 16;
/** How often the page that holds a payer looks again. */
const LOOK_AGAIN_SECONDS = 1;
/** Long enough to read a sentence. */
const HOME_AFTER_SECONDS = 2;

/** `/checkout/return/{state}`. @returns a page, or the address to redirect to */
export async function holdPage(
  parts: VisitPageParts,
  state: string,
  hopping: Hopping,
  languages: readonly string[],
): Promise<Shown | { readonly url: string }> {
  const hop = await hold(parts, state, hopping);
  if (hop.kind === 'GO') return { url: hop.url };
  if (hop.kind === 'STRAYED') return { page: { kind: 'strayed', locale: parts.matchLocale([...languages]) } };
  const base = await visitBase(parts, hop.found, languages);
  if (hop.kind === 'HOLD')
    return { page: { ...base, kind: 'holding' }, refresh: { seconds: LOOK_AGAIN_SECONDS, url: holdAddress(state) } };
  const { handle, home } = hop.found.payment;
  return {
    page: {
      ...base,
      kind: 'goingHome',
      outcome: outcomeOf(hop.found),
      wayBack: { href: home },
      statusHref: parts.publicOrigin + statusAddress(handle),
    },
    refresh: { seconds: HOME_AFTER_SECONDS, url: home },
  };
}

/** `/checkout/status/{handle}`: on any device, without a cookie, for a week. */
export async function statusPage(parts: VisitPageParts, handle: string, languages: readonly string[]): Promise<Shown> {
  const stored = await statusOf(parts, handle);
  if (stored === undefined) return { page: { kind: 'notFound', locale: parts.matchLocale([...languages]) } };
  const found = await fresh(parts, stored);
  const result = visitResult(found);
  const isOpen = result.kind === 'open' && found.payment.pageUrl !== null;
  const changes = !isSettledVisit(result) || (result.kind === 'late' && result.money === 'returning');
  const page: StatusPage = {
    ...(await visitBase(parts, found, languages)),
    kind: 'status',
    outcome: outcomeOf(found),
    steps: stepsOf(interactionTimes(found.events)),
    ...(isOpen && { onward: redirectAddress(handle) }),
    ...(changes && { eventsUrl: `${eventsAddress(handle)}?seen=${markOf(found)}` }),
  };
  return { page };
}

/** Whether the page would look another way now: one text for one look. Undefined where there is no page. */
export async function statusMark(parts: VisitPageParts, handle: string): Promise<string | undefined> {
  const found = await statusOf(parts, handle);
  return found && markOf(found);
}

/** The page asks for news by the mark of its own look, so that nothing is missed that happens before it listens. */
function markOf(found: FoundPayment): string {
  const look = JSON.stringify([outcomeOf(found), interactionTimes(found.events)]);
  return createHash('sha256').update(look).digest('base64url').slice(0, MARK_CHARACTERS);
}

async function statusOf({ gateway }: VisitPageParts, handle: string): Promise<FoundPayment | undefined> {
  const found = HANDLE.test(handle) ? await gateway.browser.payments.findBy('handle', handle) : undefined;
  return found && gateway.clock.now() < found.payment.createdAt + STATUS_LIFE_MS ? found : undefined;
}

async function visitBase(parts: VisitPageParts, found: FoundPayment, languages: readonly string[]) {
  const merchant = await parts.merchantByKey(found.order.merchantKey);
  if (merchant === undefined) throw new Error('A browser payment is of a merchant that is gone.');
  const { provider, shopName } = found.payment;
  return {
    locale: parts.matchLocale([...languages]),
    shop: { ...shopOf(merchant), ...(shopName !== null && { name: shopName }) },
    sandbox: parts.sandbox,
    provider: providerName(provider),
    amount: storedAmount(found.transaction.request),
  };
}

function outcomeOf(found: FoundPayment): VisitOutcome {
  const result: VisitResult = visitResult(found);
  if (result.kind !== 'givenBack') return result;
  const { currency } = found.transaction.request;
  return { kind: 'givenBack', amount: storedAmount({ amount: result.refunded, currency }) };
}

const STEPS: readonly (readonly [VisitStep, keyof InteractionTimes])[] = [
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
