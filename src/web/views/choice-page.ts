/**
 * The page on which a payer chooses an option of a provider that has several, such as a bank, or sees the code to pay
 * by, of a provider without pages of its own.
 */
import type { Amount } from './amount.ts';
import type { PageBase, Poll } from './page-base.ts';

export interface ChoicePageBase extends PageBase {
  /** The provider's name. */
  readonly provider: string;
  readonly amount: Amount;
  /** POST target that cancels the payment and returns the payer, who can pay another way. */
  readonly cancelAction: string;
}

export interface ChoiceOption {
  readonly name: string;
  /** The code of the option, such as a BIC. */
  readonly code: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/** The list of options, with a search. */
export interface ChoosingPage extends ChoicePageBase {
  readonly kind: 'choosing';
  /** GET target, with the search as `search`. */
  readonly action: string;
  /** The search text; empty without a search. */
  readonly search: string;
  readonly options: readonly (ChoiceOption & { readonly href: string; readonly isAway?: true })[];
  /** Set if more options match than the page shows. */
  readonly hasMore?: true;
}

export type TypedField = 'IBAN' | 'USER_ID';

/** An option is chosen; continuing starts the payment with it. */
export interface NamingPage extends ChoicePageBase {
  readonly kind: 'naming';
  readonly option: ChoiceOption;
  /** POST target, with `option` and the fields. */
  readonly action: string;
  readonly optionId: string;
  readonly fields: readonly { readonly field: TypedField; readonly value: string; readonly isWrong?: true }[];
  /** Back to the list. Absent once the payment was started with this option. */
  readonly otherHref?: string;
  readonly notice?: 'refused' | 'unanswered';
}

/** The payment was started. The page redirects to the provider at once, or shows the link to a payer who came back. */
export interface StartedPage extends ChoicePageBase {
  readonly kind: 'starting' | 'begun';
  readonly option: ChoiceOption;
  readonly continueUrl: string;
}

/** The payer approves elsewhere, such as in an app. */
export interface ApprovingPage extends ChoicePageBase {
  readonly kind: 'approving';
  readonly option: ChoiceOption;
  readonly poll: Poll;
}

/** A code to scan, or to copy into the app of the payer's bank. */
export interface CodePage extends ChoicePageBase {
  readonly kind: 'code';
  readonly code: string;
  /** Minutes left to pay, when the page was made. */
  readonly minutesLeft: number;
  readonly poll: Poll;
}

/** The code cannot be paid any more, and the result is awaited. */
export interface CodeOverPage extends ChoicePageBase {
  readonly kind: 'codeOver';
  readonly poll: Poll;
}

export type ChoicePage = ChoosingPage | NamingPage | StartedPage | ApprovingPage | CodePage | CodeOverPage;
