/** Builds the views of the payer's pages (`src/web/views`) from the checkout's status. */

import type { GatewayCode } from '../../contract/gateway-codes.ts';
import { minorUnits } from '../../contract/money.ts';
import { providerName } from '../../contract/providers/index.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { failureReason } from '../../core/browser-payments/index.ts';
import { type Merchant, type Movement, restOf, storedCurrency } from '../../core/index.ts';
import type { InstrumentView, StoredOrder, StoredTransaction } from '../../core/ports/index.ts';
import type {
  DeclineAdvice,
  DonePage,
  MadePayment,
  MoneyAtProvider,
  OrderSummary,
  PaymentMethod,
  PayNotice,
  PayPage,
  UnconfirmedReason,
  UnpayablePage,
} from '../../web/views/index.ts';
import { type PayerLanguages, payerCountry, payerLocale } from '../payer/payer-languages.ts';
import { amountOf, storedAmount } from '../receipt/amount.ts';
import { orderSummary } from '../receipt/order-summary.ts';
import type { PaidParts } from '../receipt/paid-parts.ts';
import { referencesOf, shownInstrument } from '../receipt/receipt-references.ts';
import { isMarked, shopOf } from '../receipt/shop.ts';
import { isCharging } from '../session/charging.ts';
import { merchantFields } from '../session/given-details.ts';
import { cancelAddress, deviceAddress, payAddress } from '../session/page-addresses.ts';
import { detailGroups } from '../session/payer-details.ts';
import type { AskedBalance, CheckoutSession, FormState } from '../session/session.ts';
import type { CheckoutStatus, PayerDependencies } from '../status/checkout-status.ts';
import { cancelUrlOf } from '../status/return-url.ts';
import type { CheckoutState } from '../status/state.ts';

export interface PageContext {
  readonly session: CheckoutSession;
  readonly merchant: Merchant;
  readonly locale: string;
  readonly sandbox: boolean;
  /** Two letters of ISO 3166-1, from the browser's language tag. */
  readonly country?: string | undefined;
  /** See `CheckoutStatus`. */
  readonly isReserved?: boolean;
  readonly isWithoutBank?: boolean;
  readonly money?: MoneyAtProvider;
  /** The bank's result for the last attempt, where it did not confirm the payment. */
  readonly unconfirmed?: AuthenticationDecline;
}

/** The reason why the bank did not confirm a payment, and its message. */
export interface AuthenticationDecline {
  readonly reason: UnconfirmedReason;
  readonly cardholderInfo?: string;
}

export function pageContext(
  dependencies: PayerDependencies,
  { session, merchant, isReserved, isWithoutBank, money }: CheckoutStatus,
  languages: PayerLanguages,
): PageContext {
  const locale = payerLocale(dependencies, languages, session.fields.interaction?.locale);
  return {
    session,
    merchant,
    locale,
    country: payerCountry(languages),
    sandbox: isMarked(dependencies),
    isReserved,
    isWithoutBank,
    ...(money && { money }),
  };
}

export function payPageModel(
  { session, ...context }: PageContext,
  state: CheckoutState & { kind: 'pay' },
  hidden: PayPage['hidden'],
  {
    providers = [],
    brands = [],
    asksBalance = false,
    asksBrowser = false,
    paysParts = false,
    part,
    keptGiftCard,
    savedCards = [],
    saving,
  }: PaymentWays = {},
): Omit<PayPage, 'endsIn'> {
  const { form, checkout } = session;
  const methods: PaymentMethod[] =
    isCharging(checkout.operation) && part === undefined ? ['card', 'giftCard'] : ['card'];
  const notice = noticeOf(session, context, state);
  const { details: typed, ...kept } = form?.kept ?? {};
  const known = merchantFields(session);
  const own = { typed, country: context.country };
  return {
    ...pageBase({ session, ...context }),
    kind: 'pay',
    operation: checkout.operation,
    summary: orderSummary(session),
    action: payAddress(session.id),
    deviceHref: deviceAddress(session.id),
    ...(cancelUrlOf(session) && { cancelAction: cancelAddress(session.id) }),
    hidden,
    methods,
    brands,
    providers: part === undefined ? providers : [],
    ...(savedCards.length > 0 && { savedCards }),
    ...(saving && { saving }),
    ...(asksBalance && part === undefined && { asksBalance }),
    ...(asksBrowser && { asksBrowser }),
    ...(context.merchant.profile.permissions.unmask && { isUnmasked: true }),
    ...(paysParts && part === undefined && { paysParts }),
    ...(part && { part }),
    ...(keptGiftCard && part === undefined && { keptGiftCard }),
    method: form !== null && methods.includes(form.method) ? form.method : 'card',
    kept,
    details: { card: detailGroups(known, 'card', own), giftCard: detailGroups(known, 'giftCard', own) },
    errors: (form?.errors ?? {}) as PayPage['errors'],
    ...(notice && { notice }),
  };
}

/** The ways to pay besides a card. */
export interface PaymentWays {
  readonly providers?: PayPage['providers'];
  readonly brands?: PayPage['brands'];
  /** The payer may be authenticated with the bank. */
  readonly asksBrowser?: boolean;
  /** The acquirer supports balance inquiries for gift cards. */
  readonly asksBalance?: boolean;
  /** A gift card may pay a part of the order. */
  readonly paysParts?: boolean;
  /** The held gift card. */
  readonly part?: PayPage['part'];
  readonly keptGiftCard?: PayPage['keptGiftCard'];
  readonly savedCards?: PayPage['savedCards'];
  readonly saving?: PayPage['saving'] | undefined;
}

/** @param held the gift card's part of the order */
export function giftCardPart({ state }: StoredOrder, { request }: StoredTransaction): NonNullable<PayPage['part']> {
  return {
    lastFour: shownInstrument(request.instrument).lastFour,
    amount: storedAmount(request),
    rest: storedAmount({ amount: restOf(state), currency: state.currency }),
  };
}

export function donePage(
  context: PageContext,
  kind: DonePage['kind'],
  paid: {
    readonly instrument?: InstrumentView;
    readonly transaction?: StoredTransaction;
    /** Set for an order that was paid in parts. */
    readonly parts?: PaidParts;
    readonly made?: MadePayment;
    /** Path of its status page. */
    readonly statusHref?: string;
  },
  returnLink: string | undefined,
): DonePage {
  const { session } = context;
  const { instrument, transaction, parts, made, statusHref } = paid;
  const total = transaction && {
    currency: transaction.request.currency,
    amount: parts?.total ?? transaction.request.amount,
  };
  return {
    ...pageBase(context),
    kind,
    operation: session.checkout.operation,
    summary: paidSummary(orderSummary(session), total),
    ...(made && { made }),
    ...(statusHref !== undefined && { statusHref }),
    paidAt: new Date(transaction?.updatedAt ?? session.checkout.storedAt ?? session.updatedAt).toISOString(),
    instrument: shownInstrument(instrument),
    ...(parts && { parts: parts.shown }),
    ...(transaction && referencesOf(transaction)),
    ...(returnLink !== undefined && { returnLink: { href: returnLink, ...(kind === 'paid' && { isFollowed: true }) } }),
  };
}

/** The shop may have updated the session since; the page shows the amount that was paid. */
function paidSummary(
  summary: OrderSummary,
  paid: { readonly currency: string; readonly amount: bigint } | undefined,
): OrderSummary {
  const { total } = summary;
  if (total === undefined || paid === undefined) {
    return summary;
  }
  const currency = storedCurrency(paid.currency);
  if (currency.code === total.currency && minorUnits(total.value, currency) === paid.amount) {
    return summary;
  }
  const { discountIncluded: _discount, ...order } = summary;
  return { ...order, lines: [], subtotals: [], total: storedAmount(paid) };
}

/** The parts of an ended page that its kind does not determine. */
export type EndedDetails = Pick<
  UnpayablePage,
  'asking' | 'isAccepted' | 'poll' | 'proof' | 'provider' | 'reason' | 'release' | 'renewAction' | 'status'
>;

export function unpayablePage(
  context: PageContext,
  kind: UnpayablePage['kind'],
  returnLink: string | undefined,
  details: EndedDetails = {},
): UnpayablePage {
  const { session } = context;
  return {
    ...pageBase(context),
    kind,
    operation: session.checkout.operation,
    summary: orderSummary(session),
    ...(session.checkout.mode === 'PAYMENT_LINK' && { isLink: true }),
    ...details,
    ...(returnLink !== undefined && { returnLink: { href: returnLink } }),
  };
}

export function pageBase({ session, merchant, locale, sandbox, isReserved, isWithoutBank, money }: PageContext) {
  return {
    locale,
    sandbox,
    shop: shopOf(merchant, session.fields),
    ...(isReserved && { isReserved, ...(isWithoutBank && { isWithoutBank }) }),
    ...(money && { money }),
  };
}

export function noticeOf(
  session: CheckoutSession,
  { merchant, unconfirmed }: Pick<PageContext, 'merchant' | 'unconfirmed'>,
  state: CheckoutState & { kind: 'pay' },
): PayNotice | undefined {
  const { form, fields } = session;
  if (form?.balance !== undefined) {
    return balanceNotice(form.balance, fields, merchant, state.attemptsLeft);
  }
  if (form?.notice === 'again' || form?.notice === 'cancelled') {
    return { kind: form.notice };
  }
  if (form?.notice === 'changed') {
    return changedNotice(form, fields);
  }
  const isElsewhere = form?.notice === 'elsewhere';
  const isCorrected = Object.keys(form?.errors ?? {}).length > 0;
  if (state.isLeft && !isElsewhere && !isCorrected) {
    return { kind: 'cancelled' };
  }
  if (state.released !== undefined && !isElsewhere && !isCorrected) {
    const currency = storedCurrency(fields.order?.currency ?? '');
    return { kind: 'released', amount: storedAmount({ amount: state.released.amount, currency: currency.code }) };
  }
  if (state.declined === undefined) {
    return isElsewhere ? { kind: 'again', isElsewhere: true } : undefined;
  }
  if (isCorrected) {
    return undefined;
  }
  const left = state.isFree ? undefined : state.attemptsLeft;
  const isNear = state.attemptsLeft <= ATTEMPTS_NEAR_END;
  const asksAddress = detailGroups(merchantFields(session), 'card').some(
    (group) => group.name === 'billing' && group.isAsked,
  );
  const about = { ...(unconfirmed && { unconfirmed }), isNear, asksAddress };
  return { ...declineNotice(state.declined, left, about), ...(isElsewhere && { isElsewhere: true }) };
}

/** With so few attempts left, the payer no longer reads the possible cause, since a card tester would learn it. */
const ATTEMPTS_NEAR_END = 1;

/** The circumstances of a decline that determine its message. */
interface Circumstances {
  readonly unconfirmed?: AuthenticationDecline;
  /** The last attempts: all refusals get the same message. */
  readonly isNear: boolean;
  /** The page asks for the billing address, so the payer can correct it. */
  readonly asksAddress: boolean;
}

/** @param attemptsLeft omitted if the attempt does not count as a refusal */
export function declineNotice(
  declined: Movement,
  attemptsLeft: number | undefined,
  { unconfirmed, isNear, asksAddress }: Circumstances,
): Extract<PayNotice, { kind: DeclineKind }> {
  const { provider, gatewayCode, giftCard } = declined;
  const counted = attemptsLeft === undefined ? {} : { attemptsLeft };
  if (unconfirmed !== undefined) {
    return { kind: 'unconfirmed', ...unconfirmed, ...counted };
  }
  if (provider !== undefined) {
    return { kind: 'provider', provider: providerName(provider), reason: failureReason(gatewayCode), ...counted };
  }
  const method = giftCard ? 'giftCard' : 'card';
  // Without address inputs the payer cannot correct the address.
  const advice = gatewayCode === 'DECLINED_AVS' && !asksAddress ? 'otherCard' : ADVICE_BY_METHOD[method][gatewayCode];
  return { kind: 'declined', method, advice: adviceNear(advice, method, isNear), ...counted };
}

type DeclineKind = 'declined' | 'provider' | 'unconfirmed';

/** A refused balance inquiry gets the message of a refused payment. */
function balanceNotice(
  asked: AskedBalance,
  { order }: RequestFields,
  { profile }: Merchant,
  attemptsLeft: number,
): PayNotice {
  if (asked.kind === 'refused') {
    const advice = adviceNear(GIFT_CARD_ADVICE[asked.gatewayCode], 'giftCard', attemptsLeft <= ATTEMPTS_NEAR_END);
    return { kind: 'declined', method: 'giftCard', advice, attemptsLeft };
  }
  const due = amountOf(order?.amount, order?.currency);
  const amount = asked.kind === 'known' ? amountOf(asked.value, asked.currency) : undefined;
  // The shop may have changed the currency since.
  if (asked.kind !== 'known' || amount === undefined || due?.currency !== amount.currency) {
    return { kind: 'balanceUntold' };
  }
  const currency = storedCurrency(amount.currency);
  const [has, needs] = [amount, due].map(({ value }) => minorUnits(value, currency) ?? 0n) as [bigint, bigint];
  const isEnough = has >= needs;
  const rest = storedAmount({ amount: needs - has, currency: currency.code });
  const mayPayPart = !isEnough && has > 0n && profile.permissions.partPayment;
  return { kind: 'balance', lastFour: asked.lastFour, amount, isEnough, ...(mayPayPart && { rest }) };
}

function changedNotice({ before: shown }: FormState, fields: RequestFields): PayNotice {
  const before = amountOf(shown?.value, shown?.currency);
  const now = amountOf(fields.order?.amount, fields.order?.currency);
  const same = before?.value === now?.value && before?.currency === now?.currency;
  return same || before === undefined || now === undefined ? { kind: 'changed' } : { kind: 'changed', before, now };
}

/** Advice to the payer. Does not reveal which detail was wrong: card testers would use it. */
const ADVICE: Partial<Record<GatewayCode, DeclineAdvice>> = {
  ACQUIRER_SYSTEM_ERROR: 'later',
  DECLINED_AVS: 'checkDetails',
  DECLINED_AVS_CSC: 'checkDetails',
  DECLINED_CSC: 'checkDetails',
  DUPLICATE_BATCH: 'later',
  EXPIRED_CARD: 'checkDetails',
  INVALID_CSC: 'checkDetails',
  REFERRED: 'askBank',
  DECLINED: 'askBank',
  SYSTEM_ERROR: 'later',
  TIMED_OUT: 'later',
  UNSPECIFIED_FAILURE: 'later',
};
const GIFT_CARD_ADVICE: Partial<Record<GatewayCode, DeclineAdvice>> = {
  ...ADVICE,
  DECLINED: 'giftCardPin',
  INSUFFICIENT_FUNDS: 'giftCardBalance',
};
const ADVICE_BY_METHOD = { card: ADVICE, giftCard: GIFT_CARD_ADVICE } as const;

/** The same for every refusal. A technical failure keeps its own advice. */
const NEAR_END: Readonly<Record<PaymentMethod, DeclineAdvice>> = { card: 'askBank', giftCard: 'otherCard' };

function adviceNear(advice: DeclineAdvice = 'otherCard', method: PaymentMethod, isNear: boolean): DeclineAdvice {
  return isNear && advice !== 'later' ? NEAR_END[method] : advice;
}
