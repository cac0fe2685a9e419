/** What the interface says of one browser-payment provider: each provider's own folder tells it, in `facts.ts`. */
import type { Group } from '../field.ts';

export type PaymentConfirmation = 'CONFIRM_AT_MERCHANT' | 'CONFIRM_AT_PROVIDER';

export interface ProviderFacts {
  /** The name of its group, lower camel case; in upper snake case its `sourceOfFunds.type`. */
  readonly id: string;
  /** As payers know it. A name is not translated. */
  readonly name: string;
  readonly operations: readonly ('AUTHORIZE' | 'PAY')[];
  /** Where the payer may confirm. */
  readonly confirmations: readonly PaymentConfirmation[];
  /** What can be done with its payments afterwards. */
  readonly movements: readonly ('CAPTURE' | 'REFUND' | 'VOID')[];
  /** What answers tell of the payer's account there, in `sourceOfFunds.provided.<id>`. */
  readonly account?: Group;
}
