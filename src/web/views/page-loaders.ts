/** The data of pages: each page calls the loader of its address, in `Astro.locals`, with its parameter. */
import type { DocsLoaders } from '../../api/reference/docs-page.ts';
import type { AtProviderPage } from './at-provider-page.ts';
import type { AuthenticationPage } from './authentication-page.ts';
import type { ChoicePage } from './choice-page.ts';
import type { ConfirmationPage } from './confirmation-page.ts';
import type { DevicePage } from './device-page.ts';
import type { DonePage } from './done-page.ts';
import type { LeaveFramePage } from './leave-frame-page.ts';
import type { MerchantPostPage } from './merchant-post-page.ts';
import type { PayPage } from './pay-page.ts';
import type { ProblemPage } from './problem-page.ts';
import type { ReturningPage } from './returning-page.ts';
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

/** Pages between a provider and the shop. */
export type ResultPage = WaitingPage | ReturningPage;

/** The page to show, an immediate redirect, and its `Set-Cookie` header. */
export interface PageView<Page> {
  readonly page: Page;
  /** A redirect by the `Refresh` header, since a page's policy prevents forms from redirecting to another site. */
  readonly refreshTo?: string;
  readonly cookie?: string | undefined;
  /** The origin of another site that the page frames, and posts a form to. */
  readonly framed?: string;
  /** A merchant's page may show it in a frame, and its form may post to the merchant's address. */
  readonly toMerchant?: { readonly url?: string };
  /** The origins whose pages may show it in a frame. Absent: no framing. */
  readonly framedBy?: readonly string[];
}

/** Instead of a page: an address to redirect to, or the error page. */
export type PageAnswer<Page> = PageView<Page> | { readonly redirect: string } | { readonly problem: ProblemPage };

/**
 * Gives a page the data that the server has loaded for its address.
 *
 * @param param of the address as the page sees it: `Astro.params.session`
 * @throws Error when the data is for another parameter
 */
export type PageLoader<Page> = (param: string | undefined) => Page;

/** One loader for each address. A request has only the loader of its own address; the others throw. */
export interface PageLoaders {
  /** `/checkout/pay/{session}` and `/checkout/entry/{session}` */
  readonly checkout: PageLoader<CheckoutPage>;
  /** `/checkout/form/{session}`, which only the server itself requests: the form at either address, with less style */
  readonly form: PageLoader<PayPage>;
  /** `/checkout/done/{session}` */
  readonly done: PageLoader<CheckoutPage>;
  /** `/checkout/device/{session}` */
  readonly device: PageLoader<DevicePage>;
  /** `/checkout/cancel/{session}` */
  readonly cancelled: PageLoader<UnpayablePage>;
  /** `/checkout/choice/{state}` */
  readonly choice: PageLoader<ChoicePage>;
  /** `/checkout/return/{state}` */
  readonly result: PageLoader<ResultPage>;
  /** `/checkout/status/{handle}` */
  readonly status: PageLoader<StatusPage>;
  /** `/checkout/status/{handle}/challenge` */
  readonly challenge: PageLoader<AuthenticationPage>;
  /** `/checkout/authentication/{state}/bank` */
  readonly bank: PageLoader<AuthenticationPage | MerchantPostPage>;
  /** `/checkout/authentication/{state}/challenge` */
  readonly merchantPost: PageLoader<MerchantPostPage>;
  /** `/checkout/status/{handle}/device` */
  readonly statusDevice: PageLoader<DevicePage>;
  /** `/problem/{kind}`, which only the server itself requests */
  readonly problem: PageLoader<ProblemPage>;
  readonly docs: DocsLoaders;
}
