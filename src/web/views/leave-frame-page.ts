/** The page in a frame of the shop's page if the next step needs the whole window. */
import type { Amount } from './amount.ts';
import type { PageBase } from './page-base.ts';

export interface LeaveFramePage extends PageBase {
  readonly kind: 'leaveFrame';
  /** Name of the provider; absent where it is the payer's bank. */
  readonly provider?: string;
  /** Absent for a verification, which charges no amount. */
  readonly amount?: Amount;
  /** A path of the gateway, as in `embedded`. */
  readonly href: string;
}
