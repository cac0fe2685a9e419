/** The data of the payment form (`src/web/views/pay-page.ts`). */
import { restOf } from '../../core/index.ts';
import type { StoredOrder, StoredTransaction } from '../../core/ports/index.ts';
import type { PaymentMethod, PayPage } from '../../web/views/index.ts';
import { storedAmount } from '../receipt/amount.ts';
import { orderSummary } from '../receipt/order-summary.ts';
import { shownInstrument } from '../receipt/receipt-references.ts';
import { isCharging } from '../session/charging.ts';
import { merchantFields } from '../session/given-details.ts';
import { cancelAddress, deviceAddress, payAddress } from '../session/page-addresses.ts';
import { detailGroups } from '../session/payer-details.ts';
import { cancelUrlOf } from '../status/return-url.ts';
import type { StateOf } from '../status/state.ts';
import { noticeOf } from './notices.ts';
import { type PageContext, pageBase } from './page-context.ts';

export function payPageModel(
  { session, ...context }: PageContext,
  state: StateOf<'pay'>,
  hidden: PayPage['hidden'],
  {
    deviceWallets = [],
    providers = [],
    brands = [],
    cardRefusals,
    asksBalance = false,
    asksBrowser = false,
    paysParts = false,
    part,
    keptGiftCard,
    savedCards = [],
    savedCardsHref,
    saving,
    savedMonths,
    asksSavedCode = false,
    asksSavedBrowser = false,
  }: PaymentWays = {},
): Omit<PayPage, 'endsIn'> {
  const { form, checkout } = session;
  const methods: PaymentMethod[] =
    isCharging(checkout.operation) && part === undefined ? ['card', 'giftCard'] : ['card'];
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
    cancelAction: cancelUrlOf(session) ? cancelAddress(session.id) : undefined,
    hidden,
    methods,
    brands,
    cardRefusals,
    deviceWallets: deviceWallets.length > 0 ? deviceWallets : undefined,
    providers: part === undefined ? providers : [],
    savedCards: savedCards.length > 0 ? savedCards : undefined,
    savedCard: savedCards.find(({ id }) => id === form?.saved)?.id,
    savedCardsHref,
    saving,
    savedMonths,
    asksSavedCode: asksSavedCode ? true : undefined,
    asksSavedBrowser: asksSavedBrowser ? true : undefined,
    asksBalance: asksBalance && part === undefined ? true : undefined,
    asksBrowser: asksBrowser ? true : undefined,
    isUnmasked: context.merchant.profile.permissions.unmask ? true : undefined,
    paysParts: paysParts && part === undefined ? true : undefined,
    part,
    keptGiftCard: part === undefined ? keptGiftCard : undefined,
    method: form !== null && methods.includes(form.method) ? form.method : 'card',
    kept,
    details: { card: detailGroups(known, 'card', own), giftCard: detailGroups(known, 'giftCard', own) },
    errors: (form?.errors ?? {}) as PayPage['errors'],
    notice: noticeOf(session, context, state),
  };
}

/** The ways to pay besides a card. */
export interface PaymentWays {
  readonly deviceWallets?: PayPage['deviceWallets'];
  readonly providers?: PayPage['providers'];
  readonly brands?: PayPage['brands'];
  readonly cardRefusals?: PayPage['cardRefusals'];
  /** A card payment may authenticate the payer with the bank. */
  readonly asksBrowser?: boolean;
  /** The acquirer supports balance inquiries for gift cards. */
  readonly asksBalance?: boolean;
  /** A gift card may pay a part of the order. */
  readonly paysParts?: boolean;
  /** The held gift card. */
  readonly part?: PayPage['part'];
  readonly keptGiftCard?: PayPage['keptGiftCard'];
  readonly savedCards?: PayPage['savedCards'];
  readonly savedCardsHref?: PayPage['savedCardsHref'];
  readonly saving?: PayPage['saving'];
  readonly savedMonths?: PayPage['savedMonths'];
  /** The forms of saved cards ask for the security code. */
  readonly asksSavedCode?: boolean;
  /** A payment with a saved card may authenticate the payer with the bank. */
  readonly asksSavedBrowser?: boolean;
}

/** @param held the gift card's part of the order */
export function giftCardPart({ state }: StoredOrder, { request }: StoredTransaction): NonNullable<PayPage['part']> {
  return {
    lastFour: shownInstrument(request.instrument).lastFour,
    amount: storedAmount(request),
    rest: storedAmount({ amount: restOf(state), currency: state.currency }),
  };
}
