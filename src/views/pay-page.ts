/** The page with the form. */
import type { CardBrand } from '../contract/card-rules.ts';
import type { Amount } from './amount.ts';
import type { OrderSummary } from './order-summary.ts';
import type { PageBase } from './page-base.ts';
import type { PayNotice } from './pay-notice.ts';
import type { DetailGroup, DetailName } from './payer-details.ts';

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
  readonly mark: ProviderMark;
}

/** ASKED: the card's form has a box to tick. SAID: it says that the card will be stored. */
export type Saving = 'ASKED' | 'SAID';

export interface SavedCardChoice {
  /** Posted as `method`. */
  readonly id: string;
  readonly brand: string;
  readonly lastFour: string;
}

/** A provider's small drawing, in a box of 24 by 24 units, on its colour. */
export interface ProviderMark {
  /** `#rrggbb`. */
  readonly color: string;
  /** Lines, as `d` of an SVG path, drawn two units wide. */
  readonly lines: string;
}

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
  /** Brands of cards that are shown as accepted. */
  readonly brands: readonly CardBrand[];
  /**
   * Each is a button with its amount, which POSTs to `action` with the hidden inputs and `method`. Empty for VERIFY and
   * NONE.
   */
  readonly providers: readonly ProviderChoice[];
  /** Stored cards of this payer, each a button as a provider's. */
  readonly savedCards?: readonly SavedCardChoice[];
  /** The card that pays is stored for the shop. */
  readonly saving?: Saving;
  /** What was entered before and is not secret. Expiry is `MM/YY`. */
  readonly kept: { readonly nameOnCard?: string; readonly expiry?: string; readonly saveCard?: true };
  readonly errors: Partial<Record<FormField | DetailName, FormProblem>>;
  /** What each method's form asks or shows beside its instrument; empty as a rule. */
  readonly details: Readonly<Record<PaymentMethod, readonly DetailGroup[]>>;
  readonly notice?: PayNotice;
  /**
   * `YYYY-MM`: a card that expires earlier is refused while it is entered. Absent in the sandbox, where the expiry
   * selects the outcome, past ones too.
   */
  readonly thisMonth?: string;
  /** Seconds until the session ends, unless it is used until then: loading the page is a use. */
  readonly endsIn: number;
  /** The end is the payment link's own, which nobody can put off. */
  readonly isLast?: true;
  /** Path of the page that shows how to go on with another device. */
  readonly deviceHref: string;
  /** The merchant may read card numbers over the interface. */
  readonly isUnmasked?: true;
  /** The card's form tells what its script knows of the browser, for the payer's bank. */
  readonly asksBrowser?: true;
  /** The gift card's form has a button that asks for its balance. */
  readonly asksBalance?: true;
  /** With a gift card that has too little money the payer pays a part, and the rest by card. */
  readonly paysParts?: true;
  /**
   * The gift card whose balance this payer asked for: the form pays with it, with `keptCard` posted, and has no boxes.
   */
  readonly keptGiftCard?: { readonly lastFour: string };
  /** A gift card is held and pays a part; the card pays the rest. A button takes it off again. */
  readonly part?: { readonly lastFour: string; readonly amount: Amount; readonly rest: Amount };
  /** POST target of the cancel button; absent when the merchant set no cancelUrl. */
  readonly cancelAction?: string;
}
