/** The page of a checkout that is paid. */
import type { PageBase, ReturnLink } from './page-base.ts';
import type { Receipt } from './receipt.ts';

export interface DonePage extends PageBase, Receipt {
  /** `paid`: the interstitial that redirects to the return URL. `receipt`: the same session opened again. */
  readonly kind: 'paid' | 'receipt';
  /** Path of the payment's status page, while it is available. */
  readonly statusHref?: string;
  readonly returnLink?: ReturnLink;
  /** Present if the receipt is mailed: the masked address, and whether the mail server has accepted the mail. */
  readonly mailed?: { readonly to: string; readonly isSent: boolean } | undefined;
}
