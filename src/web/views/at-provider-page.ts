/** The page of a checkout with its payment at a provider. */
import type { OrderSummary } from './order-summary.ts';
import type { PageBase } from './page-base.ts';

/**
 * The checkout's payment at a provider has started and not ended. `leaving`: the page redirects there. `atProvider`:
 * the payer came back, by Back or in another tab, and the result is unknown: the payer can continue there or choose
 * another way to pay.
 */
export interface AtProviderPage extends PageBase {
  readonly kind: 'leaving' | 'atProvider';
  readonly summary: OrderSummary;
  readonly provider: string;
  /** Link to the provider. */
  readonly continueUrl: string;
  /** Path of the page for continuing on another device. Absent while the payer is being redirected. */
  readonly deviceHref?: string;
  /** POST target, with `hidden`: cancels the payment at the provider and shows the other ways to pay. */
  readonly otherAction?: string;
  /** POST target, with `hidden`: cancels the payment at the provider and returns to the shop. */
  readonly cancelAction?: string;
  readonly hidden?: Readonly<Record<'csrf', string>>;
  /**
   * The payer's request that failed because the provider was unreachable: to pay another way, or to cancel and return
   * to the shop. The payment was not cancelled, and the payer can try again. `standing`: the provider refused to cancel
   * it.
   */
  readonly unreached?: 'anotherWay' | 'cancel' | 'standing';
  /**
   * Set if the provider does not answer, and the payer may have agreed there: the page must not say that there was no
   * charge.
   */
  readonly unsure?: boolean;
}
