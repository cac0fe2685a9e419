/** In a frame of the shop's page: what comes next is shown in the whole window alone. */
import type { Amount } from './amount.ts';
import type { PageBase } from './page-base.ts';

export interface OnwardPage extends PageBase {
  readonly kind: 'onward';
  /** Name of the provider; absent where it is the payer's bank. */
  readonly provider?: string;
  /** Absent where nothing is charged. */
  readonly amount?: Amount;
  /** Our own path, as in `embedded`. */
  readonly href: string;
}
