/** The common parts of a checkout's pages. */
import type { TestMode } from '../../contract/test-mode.ts';
import type { Amount } from './amount.ts';

export interface Shop {
  readonly name: string;
  readonly addressLines: readonly string[];
  readonly email?: string;
  readonly phone?: string;
  /** The profile's branding colour, `#rgb` or `#rrggbb`. */
  readonly color: string;
  readonly supportUrl?: string;
  /** Addresses of the shop's policies. */
  readonly policies?: Partial<Record<'privacy' | 'refunds' | 'terms', string | undefined>>;
  readonly logo?: ShopLogo;
  readonly look?: ShopLook;
  /** IANA: the zone of times that no script of the payer's browser formats. */
  readonly timeZone: string;
}

/** The shop's logo, served by the gateway itself. */
export interface ShopLogo {
  readonly href: string;
  /** Width and height are pixels of the file, from which the page takes the proportions. */
  readonly width: number;
  readonly height: number;
}

/** The choices of the profile's branding. */
export interface ShopLook {
  readonly corner: 'ROUND' | 'SLIGHT' | 'SQUARE';
  readonly theme: 'AUTO' | 'LIGHT' | 'DARK';
  readonly font: 'SYSTEM' | 'SERIF' | 'MONO' | 'ROUNDED';
  /** Whether the page names the software. */
  readonly byline: boolean;
}

export interface PageBase {
  /**
   * BCP 47, as `matchLocale` of `src/web/text` returns it: a supported language, with the payer's region where known.
   */
  readonly locale: string;
  readonly shop: Shop;
  /** The page says that no money is moved. Absent where money is. */
  readonly testMode: TestMode | undefined;
  /**
   * The acquirer has not acknowledged the reversal of a failed attempt: the page must not say that no money was taken,
   * since the payer's bank may show the amount as reserved.
   */
  readonly isReserved?: boolean;
  /** With `isReserved`: whether the amount is not a card's, so that no bank shows it. */
  readonly isWithoutBank?: boolean;
  /** Present if a provider has, or had, money of a failed payment. */
  readonly money?: MoneyAtProvider;
  /** The support code of the order's payments; absent before the first payment. */
  readonly supportCode?: string | undefined;
  /** Present on a page in a frame of the shop's page that `checkout.js` has made. */
  readonly embedded?: Embedded;
  /** Whether the page is in a frame of another page, which `checkout.js` has not made. */
  readonly isFramed?: boolean;
  /** Present on a page inside an app, where printing and another device do nothing. */
  readonly app?: AppAround | undefined;
}

/** The app in whose webview the page is shown. */
export interface AppAround {
  /** Whether it is known to open other sites' links in a browser of its own, with a menu to leave it. */
  readonly isBrowser: boolean;
  /** Opens the page in the payer's browser; absent where the system has no such link. */
  readonly openHref: string | undefined;
}

/** The colours of the ground on which a frame lies. */
export type FrameColors = 'dark' | 'light';

/** A page in a frame of the shop's page, with its message to that page. */
export interface Embedded {
  /**
   * Colours of the frame. Absent for a script of an earlier release, which does not fit the frame to the shop's page:
   * the page has a ground of its own.
   */
  readonly colors?: FrameColors | undefined;
  /**
   * How the checkout ended: `end` names the callback, the others are its data, and `home` is the merchant's return URL,
   * if set.
   */
  readonly end?: Readonly<Record<string, string>>;
  /** Our own address at which the payer continues in the whole window. */
  readonly leave?: string;
}

/**
 * For a payment that ended without money. `returned`: the provider took this amount late, and refunded it. `unsettled`:
 * the provider has not reported whether it took any.
 */
export type MoneyAtProvider =
  | { readonly kind: 'returned'; readonly provider: string; readonly amount: Amount }
  | { readonly kind: 'unsettled'; readonly provider: string };

/** The link back to the shop. */
export interface ReturnLink {
  readonly href: string;
  /** Whether the page's script follows the link after some seconds, unless the payer stays. */
  readonly isFollowed?: boolean;
  /** Set if the page follows the link at once, with script or without. */
  readonly isAtOnce?: true;
}

/** An address to poll. It returns the same page until there is a result; then the browser loads it. */
export interface Poll {
  readonly address: string;
  readonly seconds: number;
  /** Interval of reloads without script; absent: `seconds`. */
  readonly reloadSeconds?: number;
}
