/**
 * The page on which a payer chooses with whom to pay, of a provider that stands for many, or is shown the code to pay
 * by, of one without pages of its own.
 */
import type { Amount } from './amount.ts';
import type { PageBase, Poll } from './page-base.ts';

export interface ChoicePageBase extends PageBase {
  /** What is paid with: the provider's name. */
  readonly provider: string;
  readonly amount: Amount;
  /** Cancels the payment and leads home: the payer can pay another way there. */
  readonly cancelHref: string;
}

export interface ChoiceOption {
  readonly name: string;
  /** Such as its BIC. */
  readonly code: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/** The list, to be searched. */
export interface ChoosingPage extends ChoicePageBase {
  readonly kind: 'choosing';
  /** GET target, with the search as `search`. */
  readonly action: string;
  /** What was searched for; empty where nothing was. */
  readonly search: string;
  readonly options: readonly (ChoiceOption & { readonly href: string; readonly isAway?: true })[];
  /** There are more than are shown. */
  readonly hasMore?: true;
}

export type TypedField = 'IBAN' | 'USER_ID';

/** One was chosen, and is asked for the payment when the payer goes on. */
export interface NamingPage extends ChoicePageBase {
  readonly kind: 'naming';
  readonly option: ChoiceOption;
  /** POST target, with `option` and the fields. */
  readonly action: string;
  readonly optionId: string;
  readonly fields: readonly { readonly field: TypedField; readonly value: string; readonly isWrong?: true }[];
  /** Back to the list. Absent once the payment was begun with this one. */
  readonly otherHref?: string;
  readonly notice?: 'refused' | 'unanswered';
}

/** It was begun: the page leads there at once, or shows the way again to a payer who came back. */
export interface BegunPage extends ChoicePageBase {
  readonly kind: 'leadingOn' | 'begun';
  readonly option: ChoiceOption;
  readonly continueUrl: string;
}

/** The payer agrees somewhere else, such as in an app. */
export interface ApprovingPage extends ChoicePageBase {
  readonly kind: 'approving';
  readonly option: ChoiceOption;
  readonly poll: Poll;
}

/** What is scanned, or copied into the app of the payer's bank. */
export interface CodePage extends ChoicePageBase {
  readonly kind: 'code';
  /** The code's own text. */
  readonly code: string;
  /** To pay by it, when the page was made. */
  readonly minutesLeft: number;
  readonly poll: Poll;
}

/** The code cannot be paid any more, and the result is awaited. */
export interface CodeOverPage extends ChoicePageBase {
  readonly kind: 'codeOver';
  readonly poll: Poll;
}

export type ChoicePage = ChoosingPage | NamingPage | BegunPage | ApprovingPage | CodePage | CodeOverPage;
