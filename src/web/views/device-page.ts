/** The page for continuing a payment on another device. */
import type { PageBase, Poll } from './page-base.ts';

export interface DevicePage extends PageBase {
  readonly kind: 'device';
  /** The absolute address in the QR code: of the payment, or of its status page. */
  readonly address: string;
  /** Back to the page that the payer came from. */
  readonly backHref: string;
  readonly target: 'payment' | 'status';
  /** Polls until the payment continues elsewhere. Absent for a status page. */
  readonly poll?: Poll;
}
