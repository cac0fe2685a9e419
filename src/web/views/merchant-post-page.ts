/** The page between the payer's bank and a merchant whose server asked for the authentication. */
import type { PageBase } from './page-base.ts';

export interface MerchantPostPage extends PageBase {
  readonly kind: 'merchantPost';
  /** POST target at the merchant, with `hidden`; absent: the merchant set no address, and its own page continues. */
  readonly action?: string;
  readonly hidden: Readonly<Record<string, string>>;
}
