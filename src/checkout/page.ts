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

/** A decimal amount in major units, exact text (`"12.50"`), never a double, with the places that ISO 4217 gives the currency. */
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
  | { readonly kind: 'again' };

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

/** The way back to the shop: a visible link. The interstitial leads there by itself too, by the server's `Refresh` header. */
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
   * `exhausted`: no attempt left. `cancelled`: by payer or merchant. `expired`: the session's time is over.
   * `pending`: the acquirer has not said yet, the payer need not pay again. `unknown`: likewise, outcome not known.
   */
  readonly kind: 'exhausted' | 'cancelled' | 'expired' | 'pending' | 'unknown';
  readonly summary?: OrderSummary;
  readonly wayBack?: WayBack;
  /** The page looks again by itself: the server sends a `Refresh` header with it. */
  readonly refreshes?: boolean;
}

/** No session stands behind these, so no shop either. */
export interface ProblemPage {
  /** `notFound`: no such checkout. `busy`: try again soon. `error`: our fault; nothing was charged by this request. `refused`: the request was not one of ours. */
  readonly kind: 'notFound' | 'busy' | 'error' | 'refused';
  readonly locale: string;
  /** Finds the request in the log. */
  readonly supportCode?: string;
}

export type CheckoutPage = PayPage | DonePage | EndedPage | ProblemPage;
