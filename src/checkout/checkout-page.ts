/**
 * What a hosted page shows: the whole of it, decided before Astro is asked to render. Pages read this from
 * `Astro.locals.page` and decide nothing about money or state themselves.
 */

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
 * A decimal amount in major units, exact text (`"12.50"`), never a double, with the places that ISO 4217 gives the
 * currency.
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
  readonly total: Amount;
}

export interface OrderSummary {
  readonly orderId: string;
  readonly reference?: string;
  readonly description?: string;
  readonly lines: readonly SummaryLine[];
  readonly subtotals: readonly { readonly kind: 'items' | 'shipping' | 'tax' | 'discount'; readonly amount: Amount }[];
  /** Absent for VERIFY and NONE, where nothing is charged. */
  readonly total?: Amount;
}

export type PaymentMethod = 'card' | 'giftCard';

/** The names of the form's inputs, as posted. */
export type FormField = 'number' | 'expiry' | 'securityCode' | 'nameOnCard' | 'pin';

/** What is wrong with one input; the page's language file has the sentence. */
export type FormProblem = 'missing' | 'invalid' | 'tooShort' | 'expired';

/** What a payer can do after a decline. */
export type DeclineAdvice = 'checkDetails' | 'otherCard' | 'askBank' | 'later' | 'giftCardBalance' | 'giftCardPin';

export type PayNotice =
  | {
      readonly kind: 'declined';
      readonly method: PaymentMethod;
      readonly advice: DeclineAdvice;
      readonly attemptsLeft: number;
    }
  /** The merchant changed the session since the form was shown. Both absent where only other details changed. */
  | { readonly kind: 'changed'; readonly before?: Amount; readonly now?: Amount }
  /** The form was too old, or the cookie did not come: please press Pay again. Nothing was charged. */
  | { readonly kind: 'again' }
  /** A payment at a provider came to nothing. Nothing was charged. */
  | {
      readonly kind: 'provider';
      readonly provider: string;
      readonly reason: ProviderFailure;
      readonly attemptsLeft: number;
    };

/**
 * Why a payment at a provider came to nothing: the provider said no, the payer did, nobody did in time, or it could not
 * be reached.
 */
export type ProviderFailure = 'declined' | 'cancelled' | 'expired' | 'unavailable';

/** A provider on whose own pages the payer can pay. Names are not translated. */
export interface ProviderChoice {
  /** Posted as `method`. */
  readonly id: string;
  readonly name: string;
}

interface PageBase {
  /** BCP 47, as `matchLocale` of `src/text` answers it: a language of ours, with the payer's region where known. */
  readonly locale: string;
  readonly shop: Shop;
  /** TEST merchants and the sandbox say so on the page. */
  readonly sandbox: boolean;
}

export interface PayPage extends PageBase {
  readonly kind: 'pay';
  readonly operation: 'AUTHORIZE' | 'PURCHASE' | 'VERIFY' | 'NONE';
  readonly summary: OrderSummary;
  /** Where both forms POST (`application/x-www-form-urlencoded`), with the hidden inputs below and `method`. */
  readonly action: string;
  readonly hidden: Readonly<Record<'sessionVersion' | 'attempt' | 'csrf', string>>;
  /** Which way to pay is open; the gift card is not offered for VERIFY and NONE. */
  readonly method: PaymentMethod;
  readonly methods: readonly PaymentMethod[];
  /**
   * Each is a button with its amount, which POSTs to `action` with the hidden inputs and `method`. Empty for VERIFY and
   * NONE.
   */
  readonly providers: readonly ProviderChoice[];
  /** What was typed before and is not secret. Expiry is `MM/YY`. */
  readonly kept: { readonly nameOnCard?: string; readonly expiry?: string };
  readonly errors: Partial<Record<FormField, FormProblem>>;
  readonly notice?: PayNotice;
  /**
   * `YYYY-MM`: a card that expires before it is refused while it is typed. Absent in the sandbox, whose outcomes are
   * chosen by expiry, past ones too.
   */
  readonly thisMonth?: string;
  /** POST target of the cancel button; absent where the merchant gave no cancelUrl. */
  readonly cancelAction?: string;
}

/**
 * The way back to the shop: a visible link. The interstitial leads there by itself too, by the server's `Refresh`
 * header.
 */
export interface WayBack {
  readonly href: string;
}

export interface DonePage extends PageBase {
  /** `paid`: the interstitial that leads home. `receipt`: the same session opened again. */
  readonly kind: 'paid' | 'receipt';
  readonly operation: PayPage['operation'];
  readonly summary: OrderSummary;
  /** ISO 8601 instant. */
  readonly paidAt: string;
  /** What was paid with, masked: brand in upper case (VISA, MASTERCARD, GIFT_CARD …) and last four digits. */
  readonly instrument: { readonly brand: string; readonly lastFour: string };
  readonly receiptNumber?: string;
  readonly wayBack?: WayBack;
}

export interface EndedPage extends PageBase {
  /**
   * `exhausted`: no attempt left. `cancelled`: by payer or merchant. `expired`: the session's time is over. `pending`:
   * the acquirer or the provider has not said yet, the payer need not pay again. `unknown`: likewise, outcome not
   * known.
   */
  readonly kind: 'exhausted' | 'cancelled' | 'expired' | 'pending' | 'unknown';
  readonly summary?: OrderSummary;
  /**
   * Of `pending`: the provider whose answer is awaited, and the payer's status page; absent where it is the payer's
   * bank.
   */
  readonly provider?: { readonly name: string; readonly statusHref: string };
  readonly wayBack?: WayBack;
  /** The page looks again by itself: the server sends a `Refresh` header with it. */
  readonly refreshes?: boolean;
}

/**
 * The checkout's payment at a provider is begun and not ended. `leaving`: the page leads there by itself. `atProvider`:
 * the payer is here again, by Back or in another tab, and nothing is known yet: on with it, or another way to pay.
 */
export interface AtProviderPage extends PageBase {
  readonly kind: 'leaving' | 'atProvider';
  readonly summary: OrderSummary;
  readonly provider: string;
  /** Leads to the provider, by a link. */
  readonly continueUrl: string;
  /** POST target, with `hidden`: gives the payment at the provider up and shows the other ways to pay. */
  readonly otherAction?: string;
  readonly hidden?: Readonly<Record<'csrf', string>>;
  /** The provider could not be reached just now to give the payment up: please try again. */
  readonly unreached?: boolean;
  /** The provider does not answer, and the payer may have agreed there: nobody can say that nothing was charged. */
  readonly unsure?: boolean;
}

/** The payer has come back, and the result is awaited for a few seconds: the server's `Refresh` header looks again. */
export interface WaitingPage extends PageBase {
  readonly kind: 'awaitingResult';
  readonly provider: string;
  readonly amount: Amount;
}

/** What became of a payment at a provider, for the payer: it decides the one plain sentence. */
export type PaymentOutcome =
  /** Nothing was charged yet; the payer has not agreed there. */
  | { readonly kind: 'open' }
  /** The payer agreed; nothing was charged yet; the shop takes the payment. */
  | { readonly kind: 'agreed' }
  /** The provider has not answered yet; the payer need not pay again. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'paid' }
  /** Authorized: the shop collects it with the order. */
  | { readonly kind: 'reserved' }
  /** Nothing was charged. */
  | { readonly kind: 'notCharged'; readonly reason: ProviderFailure }
  /** Paid or reserved, and undone by the shop. */
  | { readonly kind: 'undone' }
  /** Paid, and this much given back by the shop. */
  | { readonly kind: 'givenBack'; readonly amount: Amount }
  /**
   * The provider took the money after the payment's time was over. `returning`: it is being given back. `returned`: it
   * was. `kept`: the shop will decide.
   */
  | { readonly kind: 'late'; readonly money: 'returning' | 'returned' | 'kept' };

/** Leads home from a provider, whatever came of it. */
export interface ReturningPage extends PageBase {
  readonly kind: 'returning';
  readonly provider: string;
  readonly amount: Amount;
  readonly outcome: PaymentOutcome;
  readonly wayBack: WayBack;
  /** The payer's status page, to be kept. */
  readonly statusHref: string;
}

/** The payer's status page. Whoever finds its link sees it: no card, no name, no way into the shop's order. */
export interface StatusPage extends PageBase {
  readonly kind: 'status';
  readonly provider: string;
  readonly amount: Amount;
  readonly outcome: PaymentOutcome;
  /** The four steps in this order, each with its ISO 8601 instant once it happened. */
  readonly steps: readonly { readonly step: TimelineStep; readonly at?: string }[];
  /** While the payment is open: leads to the provider. */
  readonly continueUrl?: string;
  /**
   * Something may still change: the page updates itself by the events at this address, or by refresh without a script.
   */
  readonly eventsUrl?: string;
}

export type TimelineStep = 'initiated' | 'redirected' | 'returned' | 'completed';

/** No session stands behind these, so no shop either. */
export interface ProblemPage {
  /**
   * `unknownReturn`: a way back from a provider that is not one of ours, or too old. `notFound`: no such checkout.
   * `busy`: try again soon. `error`: our fault; nothing was charged by this request. `refused`: the request was not one
   * of ours.
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
