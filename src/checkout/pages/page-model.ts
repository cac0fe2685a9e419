/** Builds the views of the payer's pages (`src/web/views`) from the checkout's status. */

import { minorUnits } from '../../contract/money.ts';
import { restOf, storedCurrency } from '../../core/index.ts';
import type { InstrumentView, StoredOrder, StoredTransaction } from '../../core/ports/index.ts';
import type {
  DonePage,
  MadePayment,
  OrderSummary,
  PaymentMethod,
  PayPage,
  UnpayablePage,
} from '../../web/views/index.ts';
import { storedAmount } from '../receipt/amount.ts';
import { orderSummary } from '../receipt/order-summary.ts';
import type { PaidParts } from '../receipt/paid-parts.ts';
import { referencesOf, shownInstrument } from '../receipt/receipt-references.ts';
import { isCharging } from '../session/charging.ts';
import { merchantFields } from '../session/given-details.ts';
import { cancelAddress, deviceAddress, payAddress } from '../session/page-addresses.ts';
import { detailGroups } from '../session/payer-details.ts';
import { cancelUrlOf } from '../status/return-url.ts';
import type { CheckoutState } from '../status/state.ts';
import { noticeOf } from './notices.ts';
import { type PageContext, pageBase } from './page-context.ts';

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
