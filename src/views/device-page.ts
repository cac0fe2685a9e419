/** The page that shows the way to go on with a payment on another device. */
import type { PageBase, Poll } from './page-base.ts';

export interface DevicePage extends PageBase {
  readonly kind: 'device';
  /** The absolute address that the code holds: of the payment, or of its status page. */
  readonly address: string;
  /** Back to the page that the payer came from. */
  readonly backHref: string;
  readonly leadsTo: 'payment' | 'status';
  /** The page becomes another one once the payment goes on elsewhere. Absent where there is nothing to wait for. */
  readonly poll?: Poll;
}
