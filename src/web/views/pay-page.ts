/** The page with the payment form. */
import type { CardRefusal } from '../../contract/card-names.ts';
import type { CardBrand } from '../../contract/card-rules.ts';
import type { Amount } from './amount.ts';
import type { OrderSummary } from './order-summary.ts';
import type { PageBase } from './page-base.ts';
import type { PayNotice } from './pay-notice.ts';
import type { DetailGroup, DetailName } from './payer-details.ts';
import type { PaymentMethod } from './payment-method.ts';

/** The names of the form's inputs, as posted. */
export type FormField = 'number' | 'expiry' | 'securityCode' | 'nameOnCard' | 'pin';

/** The problem of one input; the page's language file has the sentence. */
export type FormProblem = 'missing' | 'invalid' | 'tooShort' | 'expired' | 'paymentCard';

/** A provider on whose own pages the payer can pay. Its name is not translated. */
export interface ProviderChoice {
  /** The value of `method` in the posted form. */
  readonly id: string;
  readonly name: string;
  readonly mark: ProviderMark;
  /** Set for a wallet, which is offered before the list of ways to pay. */
  readonly isWallet?: true | undefined;
}

/** ASKED: the card's form has a checkbox. SAID: it states that the card will be stored. */
export type CardStorage = 'ASKED' | 'SAID';

export interface SavedCardChoice {
  /** The value of `method` in the posted form. */
  readonly id: string;
  readonly brand: string;
  readonly lastFour: string;
  /** `MM/YY`. */
  readonly expiry?: string | undefined;
}

/** A provider's icon, in a box of 24 by 24 units, on its colour. */
export interface ProviderMark {
  /** `#rrggbb`. */
  readonly color: string;
  /** Lines, as `d` of an SVG path, drawn two units wide. */
  readonly lines: string;
}

/** The operator's artwork of a brand, wallet or provider, in place of our own drawing. */
export interface Artwork {
  readonly viewBox: string;
  /** Validated SVG elements. */
  readonly drawing: string;
}

export type WalletId = 'applePay' | 'googlePay';

/** The button of a wallet on the payer's device. The page's script shows it where the wallet can be used. */
export interface WalletButton {
  /** The value of `method` in the posted form. */
  readonly id: WalletId;
  /** Its name, which is not translated. */
  readonly name: string;
  /** The URL of the wallet's script. Absent: the wallet is a part of the browser. */
  readonly script?: string | undefined;
  /** The request for the wallet's sheet, JSON. */
  readonly request: string;
  /** Path of the request that identifies the merchant to the wallet. */
  readonly validation?: string | undefined;
}

export interface PayPage extends PageBase {
  readonly kind: 'pay';
  readonly operation: 'AUTHORIZE' | 'PURCHASE' | 'VERIFY' | 'NONE';
  readonly summary: OrderSummary;
  /** POST target of both forms (`application/x-www-form-urlencoded`), with the hidden inputs below and `method`. */
  readonly action: string;
  readonly hidden: Readonly<Record<'sessionVersion' | 'attempt' | 'csrf', string>>;
  /** The payment method of the open form; the gift card is not offered for VERIFY and NONE. */
  readonly method: PaymentMethod;
  readonly methods: readonly PaymentMethod[];
  /** By brand, wallet or provider. */
  readonly artwork?: Readonly<Record<string, Artwork>> | undefined;
  /** Brands of cards that are shown as accepted. */
  readonly brands: readonly CardBrand[];
  /** Set if the shop tells payers which cards it refuses: where the page asks, and the possible reasons. */
  readonly cardRefusals?: { readonly address: string; readonly reasons: readonly CardRefusal[] } | undefined;
  /**
   * Each provider is a form with a button, which posts to `action` with the hidden inputs and `method`. Empty for
   * VERIFY and NONE.
   */
  readonly providers: readonly ProviderChoice[];
  /** Buttons of wallets, above all other ways to pay. Absent without the profile's registrations. */
  readonly deviceWallets?: readonly WalletButton[];
  /** Saved cards of this payer, the first ways to pay. */
  readonly savedCards?: readonly SavedCardChoice[];
  /** The id of the saved card whose form was sent last; `errors` are of its inputs then. */
  readonly savedCard?: string;
  /** Path of the page on which the payer sees and deletes saved cards; absent without cards that the payer saved. */
  readonly savedCardsHref?: string;
  /** Set if the forms of saved cards ask for the security code. */
  readonly asksSavedCode?: true;
  /** Set if the forms of saved cards submit the browser data that the payer's bank needs. */
  readonly asksSavedBrowser?: true;
  /** Present if the card is stored for the shop. */
  readonly saving?: CardStorage;
  /** With ASKED: the months for which the card is kept after its last use, for this payer, who can delete it. */
  readonly savedMonths?: number;
  /** Values entered before, without secrets. Expiry is `MM/YY`. */
  readonly kept: { readonly nameOnCard?: string; readonly expiry?: string; readonly saveCard?: true };
  readonly errors: Partial<Record<FormField | DetailName, FormProblem>>;
  /** The payer details that each method's form asks for or shows; usually empty. */
  readonly details: Readonly<Record<PaymentMethod, readonly DetailGroup[]>>;
  readonly notice?: PayNotice;
  /**
   * `YYYY-MM`: a card that expires earlier is refused while it is entered. Absent in the sandbox, where the expiry
   * selects the outcome, including past ones.
   */
  readonly thisMonth?: string;
  /** Seconds until the session ends. Loading the page extends the session. */
  readonly endsIn: number;
  /** Set if the end is the payment link's own, which cannot be extended. */
  readonly isLast?: true;
  /** Path of the page for continuing on another device. */
  readonly deviceHref: string;
  /** Set if the merchant may read card numbers over the interface. */
  readonly isUnmasked?: true;
  /** Set if the card's form submits the browser data that the payer's bank needs. */
  readonly asksBrowser?: true;
  /** Set if the gift card's form has a button for a balance inquiry. */
  readonly asksBalance?: true;
  /** Set if a gift card with too low a balance pays a part, and a card the rest. */
  readonly paysParts?: true;
  /**
   * The gift card of this payer's balance inquiry: the form pays with it, posting `keptCard`, and has no inputs for it.
   */
  readonly keptGiftCard?: { readonly lastFour: string };
  /** A gift card is held and pays a part; the card pays the rest. A button releases it. */
  readonly part?: { readonly lastFour: string; readonly amount: Amount; readonly rest: Amount };
  /** POST target of the cancel button; absent when the merchant set no cancelUrl. */
  readonly cancelAction?: string;
}
