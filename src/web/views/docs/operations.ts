/** The pages of operations. */
import type { ContractOperation } from '../../../contract/operations.ts';
import type { FieldRow } from './fields.ts';
import type { GuideChapter } from './guides.ts';

export interface OperationEntry {
  readonly name: ContractOperation;
  readonly title: string;
  readonly doc: string;
  readonly method: string;
  /** The path after version and merchant. */
  readonly path: string;
}

export interface ContentsPage {
  readonly chapters: readonly {
    readonly title: string;
    readonly doc: string;
    readonly operations: readonly OperationEntry[];
  }[];
  readonly versions: { readonly first: number; readonly newest: number };
  readonly origin: string;
  /** The first chapter of the guides. */
  readonly start: GuideChapter | undefined;
}

/** The fields of one top-level group, or the top-level fields outside any group. */
export interface FieldSection {
  /** Empty for top-level fields outside any group. */
  readonly name: string;
  readonly anchor: string;
  /** The group, which has no row of its own. */
  readonly group?: FieldRow;
  readonly rows: readonly FieldRow[];
  /** Whether the section is expanded at first, since it has few rows. */
  readonly open: boolean;
}

/** A call as a shell command to paste. */
export interface CallView {
  /** The field of the answer with the next address for the payer's browser. */
  readonly visit?: string;
  /** Set if the payer's browser posts the form in the answer, and returns with data for the next call. */
  readonly isPosted?: true;
  readonly title: string;
  readonly command: string;
  /** A variable to set from the answer: `SESSION`, from `session.id`. */
  readonly keep?: { readonly variable: string; readonly field: string };
}

export interface ExampleView {
  readonly settings: string;
  readonly before: readonly CallView[];
  readonly call: CallView;
  readonly status: number;
  readonly answer: string;
  /** Settings that the caller's profile needs, if they differ from the sandbox's. */
  readonly profile?: string;
}

export interface OperationPage extends OperationEntry {
  /** The whole address, with its parameters. */
  readonly address: string;
  /** The permitted callers, in a sentence. */
  readonly callers: string;
  readonly status: number;
  /** Other successful answers: status and condition. */
  readonly otherAnswers: readonly { readonly status: number; readonly doc: string }[];
  readonly parameters: readonly FieldRow[];
  /** Paths of required fields. SOURCED fields may come from the request, its session or its token. */
  readonly needed: readonly FieldRow[];
  readonly request: readonly FieldSection[];
  readonly answer: readonly FieldSection[];
  readonly example: ExampleView;
}
