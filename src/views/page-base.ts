/** What every page of a checkout shows around its own content. */
import type { Amount } from './amount.ts';

export interface Shop {
  readonly name: string;
  readonly addressLines: readonly string[];
  readonly email?: string;
  readonly phone?: string;
  /** The profile's branding colour, `#rgb` or `#rrggbb`. */
  readonly color: string;
  readonly supportUrl?: string;
  readonly logo?: ShopLogo;
  readonly look?: ShopLook;
}

/** On our own origin. */
export interface ShopLogo {
  readonly href: string;
  /** They give the proportions. */
  readonly width: number;
  readonly height: number;
}

/** As the profile's branding says. */
export interface ShopLook {
  readonly corner: 'ROUND' | 'SLIGHT' | 'SQUARE';
  readonly theme: 'AUTO' | 'LIGHT' | 'DARK';
  readonly font: 'SYSTEM' | 'SERIF' | 'MONO' | 'ROUNDED';
  /** Whether the page says whose software it is. */
  readonly byline: boolean;
}

export interface PageBase {
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
  /** Present where a frame of the shop's page shows it. */
  readonly embedded?: Embedded;
}

/** What a page in a frame tells the shop's page around it. */
export interface Embedded {
  /** How the checkout ended: `end` for the callback, what that is told, and `home`, where the merchant has one. */
  readonly end?: Readonly<Record<string, string>>;
  /** Our own address at which the payer goes on in the whole window. */
  readonly leave?: string;
}

/**
 * Of a payment that ended without money. `returned`: the provider took this amount late, and gave it back. `unsettled`:
 * the provider has not said whether it took any.
 */
export type MoneyAtProvider =
  | { readonly kind: 'returned'; readonly provider: string; readonly amount: Amount }
  | { readonly kind: 'unsettled'; readonly provider: string };

/** The link back to the shop. */
export interface WayBack {
  readonly href: string;
  /** With script, the page leads there by itself after some seconds, unless the payer stays. */
  readonly isFollowed?: boolean;
  /** The page leads there as soon as it is there, with script or without. */
  readonly isAtOnce?: true;
}

/** The page asks at this address, which shows the same page until there is news: then it goes there. */
export interface Poll {
  readonly address: string;
  readonly seconds: number;
  /** Without script it is loaded anew this often; absent: as often as it asks. */
  readonly reloadSeconds?: number;
}
