/** The interface's facts about one browser-payment provider. */
import type { Group } from '../field.ts';

export type PaymentConfirmation = 'CONFIRM_AT_MERCHANT' | 'CONFIRM_AT_PROVIDER';

export interface ProviderFacts {
  /** The name that payers know. It is not translated. */
  readonly name: string;
  /**
   * What its button shows: a drawing of its own on its colour, so that buttons are told apart at a glance. Lines of two
   * units in a box of 24 by 24, as `d` of an SVG path; white or black, whichever stands out.
   */
  readonly mark: { readonly color: `#${string}`; readonly lines: string };
  readonly operations: readonly ('AUTHORIZE' | 'PAY')[];
  /** Where the payer may confirm. */
  readonly confirmations: readonly PaymentConfirmation[];
  /** The operations that its payments allow afterwards. */
  readonly movements: readonly ('CAPTURE' | 'REFUND' | 'VOID')[];
  /** The payer's account there, in answers' `sourceOfFunds.provided.<id>`. */
  readonly account?: Group;
}
