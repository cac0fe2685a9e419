/** The data of each page, and the answer of the server that shows it. */
import type { TestMode } from '../../contract/test-mode.ts';
import type { AtProviderPage } from './at-provider-page.ts';
import type { AuthenticationPage } from './authentication-page.ts';
import type { ChoicePage } from './choice-page.ts';
import type { ConfirmationPage } from './confirmation-page.ts';
import type { ConsoleData } from './console/index.ts';
import type { DevicePage } from './device-page.ts';
import type { DocsData } from './docs/index.ts';
import type { DonePage } from './done-page.ts';
import type { LeaveFramePage } from './leave-frame-page.ts';
import type { LinkPage } from './link-page.ts';
import type { MerchantPostPage } from './merchant-post-page.ts';
import type { PayPage } from './pay-page.ts';
import type { ProblemPage } from './problem-page.ts';
import type { ReturningPage } from './returning-page.ts';
import type { SavedCardsPage } from './saved-cards-page.ts';
import type { StatusPage } from './status-page.ts';
import type { UnpayablePage } from './unpayable-page.ts';
import type { WaitingPage } from './waiting-page.ts';

/** The pages at a checkout's address, from the first visit to the receipt. */
export type CheckoutPage =
  | AtProviderPage
  | AuthenticationPage
  | ConfirmationPage
  | DonePage
  | UnpayablePage
  | LeaveFramePage
  | PayPage
  | StatusPage;

/** A component for each kind of a page, which takes the page of that kind. A missing kind does not compile. */
export type ViewsByKind<Page extends { readonly kind: string }> = {
  readonly [Kind in Page['kind']]: (props: { page: PageOfKind<Page, Kind> }) => unknown;
};

type PageOfKind<Page extends { readonly kind: string }, Kind> = Page extends unknown
  ? Kind extends Page['kind']
    ? Page
    : never
  : never;

/** Pages between a provider and the shop. */
export type ResultPage = WaitingPage | ReturningPage;

/** The sources of other sites that a page may use, for its content security policy. */
export interface OtherSites {
  readonly scripts: readonly string[];
  readonly connects: readonly string[];
  /** Also permitted to request payments. */
  readonly frames: readonly string[];
}

/** The page to show, with its headers. */
export interface PageView<Page> {
  readonly page: Page;
  /** A redirect by the `Refresh` header, since a page's policy prevents forms from redirecting to another site. */
  readonly refreshTo?: string;
  readonly cookie?: string | undefined;
  /** Called when the page was sent. */
  readonly onSent?: (() => void) | undefined;
  /** The origin of another site that the page frames, and posts a form to. */
  readonly framed?: string;
  /** The sites of the wallets that the page offers. */
  readonly otherSites?: OtherSites | undefined;
  /** A merchant's page may show it in a frame, and its form may post to the merchant's address. */
  readonly toMerchant?: { readonly url?: string };
  /** The origins whose pages may show it in a frame. Absent: no framing. */
  readonly framedBy?: readonly string[];
}

/** Instead of a page: an address to redirect to, or the error page. */
export type PageAnswer<Page> = PageView<Page> | { readonly redirect: string } | { readonly problem: ProblemPage };

/** The data of each payer's page, by the page's name. */
export interface PageData {
  /** `/checkout/pay/{session}` and `/checkout/entry/{session}` */
  readonly checkout: CheckoutPage;
  /** `/checkout/form/{session}`, which only the server itself requests: the form at either address, with less style */
  readonly form: PayPage;
  /** `/checkout/framed/{id}`, which only the server itself requests: a page in a frame of another site's page */
  readonly framed: CheckoutPage | MerchantPostPage;
  /** `/checkout/done/{session}` */
  readonly done: CheckoutPage;
  /** `/checkout/device/{session}` */
  readonly device: DevicePage;
  /** `/checkout/link/{link}` */
  readonly link: LinkPage;
  /** `/checkout/cancel/{session}` */
  readonly cancelled: UnpayablePage;
  /** `/checkout/cards/{handle}` */
  readonly savedCards: SavedCardsPage;
  /** `/checkout/choice/{state}` */
  readonly choice: ChoicePage;
  /** `/checkout/return/{state}` */
  readonly result: ResultPage;
  /** `/checkout/status/{handle}` */
  readonly status: StatusPage;
  /** `/checkout/status/{handle}/challenge` */
  readonly challenge: AuthenticationPage;
  /** `/checkout/authentication/{state}/bank` */
  readonly bank: AuthenticationPage | MerchantPostPage;
  /** `/checkout/authentication/{state}/challenge` */
  readonly merchantPost: MerchantPostPage;
  /** `/checkout/status/{handle}/device` */
  readonly statusDevice: DevicePage;
  /** `/problem/{kind}`, which only the server itself requests */
  readonly problem: ProblemPage;
}

/** A payer's page to render. Plain values, so that it can be posted to another thread. */
export type PayerPageOrder<Name extends keyof PageData = keyof PageData> = Name extends unknown
  ? {
      /** The page's path. */
      readonly address: string;
      readonly page: Name;
      /** The id in the address, as the router has decoded it. */
      readonly id: string;
      readonly data: PageData[Name];
    }
  : never;

/** A page of the reference to render. */
export type DocsPageOrder<Name extends keyof DocsData = keyof DocsData> = Name extends unknown
  ? {
      /** The page's path, with a query where the page reads one. */
      readonly address: string;
      readonly docs: Name;
      readonly testMode?: TestMode | undefined;
      readonly data: DocsData[Name];
    }
  : never;

/** A page of the console to render. */
export type ConsolePageOrder<Name extends keyof ConsoleData = keyof ConsoleData> = Name extends unknown
  ? {
      /** The page's path, which differs from the request's: it has no ids. */
      readonly address: string;
      readonly console: Name;
      readonly data: ConsoleData[Name];
    }
  : never;

export type PageOrder = ConsolePageOrder | DocsPageOrder | PayerPageOrder;
