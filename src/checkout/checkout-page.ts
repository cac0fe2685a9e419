/**
 * Everything that a hosted page shows, decided before Astro renders it. Pages read this from `Astro.locals.page` and
 * decide nothing about money or state themselves.
 */

import type { PayNotice, ProviderFailure } from './pay-notice.ts';

export interface Shop {
  readonly name: string;
  readonly addressLines: readonly string[];
  readonly email?: string;
  readonly phone?: string;
  /** The profile's branding colour, `#rgb` or `#rrggbb`. */
  readonly color: string;
  readonly supportUrl?: string;
}

/**
 * A decimal amount in major units, exact text (`"12.50"`), never a double, with the decimal places that ISO 4217 gives
 * the currency.
 */
export interface Amount {
  readonly value: string;
  readonly currency: string;
  readonly exponent: number;
}

export interface SummaryLine {
  readonly name: string;
  readonly description?: string;
  /** Digits. */
  readonly quantity: string;
  /** Absent where the lines' amounts do not make the sum of the items, or all sums the total. */
  readonly total?: Amount;
}

export interface OrderSummary {
  readonly orderId: string;
  readonly reference?: string;
  readonly description?: string;
  readonly lines: readonly SummaryLine[];
  /** They add up to the total, less the discount; none where they do not. */
  readonly subtotals: readonly { readonly kind: 'items' | 'shipping' | 'tax' | 'discount'; readonly amount: Amount }[];
  /** A discount that is in the amounts already. */
  readonly discountIncluded?: Amount;
  /** Absent for VERIFY and NONE, where nothing is charged. */
  readonly total?: Amount;
}

export type PaymentMethod = 'card' | 'giftCard';

/** The names of the form's inputs, as posted. */
export type FormField = 'number' | 'expiry' | 'securityCode' | 'nameOnCard' | 'pin';

/** The problem of one input; the page's language file has the sentence. */
export type FormProblem = 'missing' | 'invalid' | 'tooShort' | 'expired' | 'paymentCard';

/** A provider on whose own pages the payer can pay. Its name is not translated. */
export interface ProviderChoice {
  /** Posted as `method`. */
  readonly id: string;
  readonly name: string;
}

interface PageBase {
  /** BCP 47, as `matchLocale` of `src/text` returns it: a supported language, with the payer's region where known. */
  readonly locale: string;
  readonly shop: Shop;
  /** Shown on the page for TEST merchants and the sandbox. */
  readonly sandbox: boolean;
  /**
   * The acquirer has not acknowledged the reversal of a failed attempt: the page must not say that no money was taken,
   * since the payer's bank may show the amount as reserved.
   */
  readonly isReserved?: boolean;
  /** With `isReserved`: it is no card's amount, so no bank shows one. */
  readonly isWithoutBank?: boolean;
  /** Absent where no provider holds, or has held, money of a payment that failed. */
  readonly money?: MoneyAtProvider;
}

/**
 * Of a payment that ended without money. `returned`: the provider took this amount late, and gave it back. `unsettled`:
 * the provider has not said whether it took any.
 */
export type MoneyAtProvider =
  | { readonly kind: 'returned'; readonly provider: string; readonly amount: Amount }
  | { readonly kind: 'unsettled'; readonly provider: string };

export interface PayPage extends PageBase {
  readonly kind: 'pay';
  readonly operation: 'AUTHORIZE' | 'PURCHASE' | 'VERIFY' | 'NONE';
  readonly summary: OrderSummary;
  /** Where both forms POST (`application/x-www-form-urlencoded`), with the hidden inputs below and `method`. */
  readonly action: string;
  readonly hidden: Readonly<Record<'sessionVersion' | 'attempt' | 'csrf', string>>;
  /** The payment method whose form is open; the gift card is not offered for VERIFY and NONE. */
  readonly method: PaymentMethod;
  readonly methods: readonly PaymentMethod[];
  /**
   * Each is a button with its amount, which POSTs to `action` with the hidden inputs and `method`. Empty for VERIFY and
   * NONE.
   */
  readonly providers: readonly ProviderChoice[];
  /** What was entered before and is not secret. Expiry is `MM/YY`. */
  readonly kept: { readonly nameOnCard?: string; readonly expiry?: string };
  readonly errors: Partial<Record<FormField, FormProblem>>;
  readonly notice?: PayNotice;
  /**
   * `YYYY-MM`: a card that expires earlier is refused while it is entered. Absent in the sandbox, where the expiry
   * selects the outcome, past ones too.
   */
  readonly thisMonth?: string;
  /** POST target of the cancel button; absent when the merchant set no cancelUrl. */
  readonly cancelAction?: string;
}

/** The link back to the shop. The interstitial also leads there by itself, through the `Refresh` header. */
export interface WayBack {
  readonly href: string;
}

export interface DonePage extends PageBase {
  /** `paid`: the interstitial that leads to the return URL. `receipt`: the same session opened again. */
  readonly kind: 'paid' | 'receipt';
  readonly operation: PayPage['operation'];
  readonly summary: OrderSummary;
  /** ISO 8601 instant. */
  readonly paidAt: string;
  /** The payment instrument, masked: brand in upper case (VISA, MASTERCARD, GIFT_CARD …) and last four digits. */
  readonly instrument: { readonly brand: string; readonly lastFour: string };
  readonly receiptNumber?: string;
  readonly wayBack?: WayBack;
}

/** Leads to the status page of the payment whose result is awaited. */
export interface StatusReference {
  readonly href: string;
  /** Absent where the page goes on by itself, through its `Refresh` header. */
  readonly watch?: {
    /** Address of the events that tell of the result. */
    readonly eventsUrl: string;
    /** The page to show then. */
    readonly next: string;
  };
}

export interface EndedPage extends PageBase {
  /**
   * `exhausted`: no attempt left. `cancelled`: by the payer, whom the page leads back to the shop. `closed`: the shop's
   * merchant is disabled. `expired`: the session has expired. `incomplete`: the shop has not said the amount.
   * `pending`: the acquirer or the provider has not answered yet; the payer need not pay again. `unknown`: likewise,
   * but the outcome is in doubt.
   */
  readonly kind: 'exhausted' | 'cancelled' | 'closed' | 'expired' | 'incomplete' | 'pending' | 'unknown';
  readonly operation: PayPage['operation'];
  readonly summary?: OrderSummary;
  /** For `exhausted`: how the last attempt ended. */
  readonly reason?: Extract<PayNotice, { kind: 'declined' | 'provider' }>;
  /** For `pending`: the name of the provider whose answer is awaited; absent when the payer's bank is awaited. */
  readonly provider?: string;
  /** For `pending` and `unknown`: the payer's status page. */
  readonly status?: StatusReference;
  readonly wayBack?: WayBack;
  /** The page polls: the server sends a `Refresh` header with it. */
  readonly refreshes?: boolean;
}

/**
 * The checkout's payment at a provider has begun and not ended. `leaving`: the page redirects there. `atProvider`: the
 * payer came here again, by Back or in another tab, and the result is unknown: the payer can continue there or choose
 * another way to pay.
 */
export interface AtProviderPage extends PageBase {
  readonly kind: 'leaving' | 'atProvider';
  readonly summary: OrderSummary;
  readonly provider: string;
  /** Link to the provider. */
  readonly continueUrl: string;
  /** POST target, with `hidden`: cancels the payment at the provider and shows the other ways to pay. */
  readonly otherAction?: string;
  /** POST target, with `hidden`: cancels the payment at the provider and leads to the shop. */
  readonly cancelAction?: string;
  readonly hidden?: Readonly<Record<'csrf', string>>;
  /**
   * The provider was unreachable just now, so the payment was not cancelled: neither for another way to pay, nor for
   * the way back to the shop. The payer can try again. `standing`: the provider refused to cancel it.
   */
  readonly unreached?: 'anotherWay' | 'cancel' | 'standing';
  /**
   * The provider does not answer, and the payer may have agreed there: the page must not say that nothing was charged.
   */
  readonly unsure?: boolean;
}

/**
 * The payer has come back, and the result is awaited for a few seconds: the page polls through its `Refresh` header.
 */
export interface WaitingPage extends PageBase {
  readonly kind: 'awaitingResult';
  readonly provider: string;
  readonly amount: Amount;
}

/** The result of a payment at a provider, for the payer: it selects the one plain sentence. */
export type PaymentOutcome =
  /** Nothing was charged yet; the payer has not agreed there. */
  | { readonly kind: 'open' }
  /** The payer agreed; nothing was charged yet; the shop confirms the payment. */
  | { readonly kind: 'agreed' }
  /** The provider, or the payer's bank, has not answered yet; the payer need not pay again. */
  | { readonly kind: 'waiting' }
  /** Of a card: the outcome is in doubt. */
  | { readonly kind: 'unknown' }
  /** Of a card: declined, and the bank may show the amount as reserved until it has acknowledged the reversal. */
  | { readonly kind: 'released' }
  | { readonly kind: 'paid' }
  /** Authorized: the shop captures it with the order. */
  | { readonly kind: 'reserved' }
  /** Ended here, and the provider has not said whether it took money. */
  | { readonly kind: 'unsettled' }
  /** Nothing was charged. */
  | { readonly kind: 'notCharged'; readonly reason: ProviderFailure }
  /** Paid or authorized, and voided by the shop. */
  | { readonly kind: 'undone' }
  /** Paid, and this much refunded by the shop. */
  | { readonly kind: 'givenBack'; readonly amount: Amount }
  /**
   * A late capture. `returning`: its refund is in progress. `returned`: it was refunded. `kept`: the shop will decide.
   */
  | { readonly kind: 'late'; readonly money: 'returning' | 'returned' | 'kept' };

/** Leads from a provider to the return URL, whatever the result. */
export interface ReturningPage extends PageBase {
  readonly kind: 'returning';
  readonly provider: string;
  readonly amount: Amount;
  readonly outcome: PaymentOutcome;
  readonly wayBack: WayBack;
  /** The payer's status page, for later. */
  readonly statusHref: string;
}

/**
 * The payer's status page. Anyone with its link can open it, so it shows no card, no name, and no link into the shop's
 * order.
 */
export interface StatusPage extends PageBase {
  readonly kind: 'status';
  /** The provider's name; absent for a card or gift card. */
  readonly provider?: string;
  readonly method?: PaymentMethod;
  readonly amount: Amount;
  readonly outcome: PaymentOutcome;
  /**
   * The four steps in this order, of a card the first and last; each with its ISO 8601 instant once it has happened.
   */
  readonly steps: readonly { readonly step: TimelineStep; readonly at?: string }[];
  /** While the payment is open: link to the provider. */
  readonly continueUrl?: string;
  /**
   * Present while the page may still change: it updates itself by the events at this address, or by refresh without a
   * script.
   */
  readonly eventsUrl?: string;
  /** The shop's site. */
  readonly wayBack?: WayBack;
  /** POST target while nothing was taken: cancels the payment at the provider. */
  readonly cancelAction?: string;
  /** The provider was unreachable just now, so the payment was not cancelled. */
  readonly isUncancelled?: boolean;
}

export type TimelineStep = 'initiated' | 'redirected' | 'returned' | 'completed';

/** These pages have no session, and so no shop. */
export interface ProblemPage {
  /**
   * `unknownReturn`: a return that is not from a payment of this gateway, or too old. `notFound`: no such checkout.
   * `busy`: try again soon. `error`: our fault; nothing was charged by this request. `refused`: the request did not
   * come from our own page.
   */
  readonly kind: 'notFound' | 'busy' | 'error' | 'refused' | 'unknownReturn';
  readonly locale: string;
  /** Finds the request in the log. */
  readonly supportCode?: string;
}

export type CheckoutPage =
  | PayPage
  | DonePage
  | EndedPage
  | AtProviderPage
  | WaitingPage
  | ReturningPage
  | StatusPage
  | ProblemPage;
