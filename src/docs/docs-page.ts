/** What the reference's pages show, already decided: one type a page, and the loader of each. */
import type { Remedy } from '../contract/errors/causes.ts';
import type { Status } from '../contract/errors/statuses.ts';
import type { ContractOperation } from '../contract/operations.ts';
import type { Change, Difference, VersionChanges } from './differences.ts';
import type { Explanation } from './explanations.ts';
import type { CodeRemedy } from './gateway-code-remedies.ts';
import type { FieldRow, Presence, Side, TypeFacts } from './reference.ts';
import type { Found } from './search.ts';

export type {
  Change,
  CodeRemedy,
  ContractOperation,
  Difference,
  FieldRow,
  Found,
  Presence,
  Remedy,
  Side,
  Status,
  TypeFacts,
  VersionChanges,
};

export interface OperationEntry {
  readonly name: ContractOperation;
  readonly title: string;
  readonly doc: string;
  readonly method: string;
  /** Below version and merchant. */
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
}

/** The fields of one group at the top level, or the top-level fields outside any group. */
export interface FieldSection {
  /** Empty for top-level fields outside any group. */
  readonly name: string;
  readonly anchor: string;
  /** The group itself, which needs no row. */
  readonly group?: FieldRow;
  readonly rows: readonly FieldRow[];
  /** Few enough to be shown at once. */
  readonly open: boolean;
}

/** A call that can be pasted into a shell. */
export interface ShownCall {
  /** The field of the answer with the next address for the payer's browser. */
  readonly visit?: string;
  /** The payer's browser posts what the answer has, and brings home what the next call sends. */
  readonly isPosted?: true;
  readonly title: string;
  readonly command: string;
  /** A variable to set from its answer: `SESSION`, from `session.id`. */
  readonly keep?: { readonly variable: string; readonly field: string };
}

export interface ShownExample {
  readonly settings: string;
  readonly before: readonly ShownCall[];
  readonly call: ShownCall;
  readonly status: number;
  readonly answer: string;
  /** Settings that the caller's profile needs, if they differ from the sandbox's own. */
  readonly profile?: string;
}

export interface OperationPage extends OperationEntry {
  /** The whole address, with its named parts. */
  readonly address: string;
  /** Who may call it, in a sentence. */
  readonly callers: string;
  readonly status: number;
  /** What else it may answer, beside errors: a status, and when. */
  readonly otherAnswers: readonly { readonly status: number; readonly doc: string }[];
  readonly parameters: readonly FieldRow[];
  /** Paths of required fields; SOURCED ones may come from the request, its session or its token. */
  readonly needed: readonly FieldRow[];
  readonly request: readonly FieldSection[];
  readonly answer: readonly FieldSection[];
  readonly example: ShownExample;
}

export interface SearchPage {
  readonly question: string;
  readonly found: Omit<Found, 'operations'> & { readonly operations: readonly OperationEntry[] };
}

export interface ErrorsPage {
  readonly causes: readonly (Remedy & { readonly name: string })[];
  readonly validationTypes: readonly (Remedy & { readonly name: string })[];
  readonly statuses: readonly Status[];
  readonly explanations: readonly Explanation[];
  readonly codes: readonly CodeRemedy[];
  /** An error's body as the gateway answers it. */
  readonly body: string;
}

export interface ChangesPage {
  readonly operations: readonly ContractOperation[];
  readonly versions: { readonly first: number; readonly newest: number };
  /** The query as text, because the form shows again what was typed. */
  readonly asked: { readonly operation: string; readonly from: string; readonly to: string };
  /** Why there is no comparison, if one was requested. */
  readonly problem?: string;
  readonly comparison?: {
    readonly operation: ContractOperation;
    readonly from: number;
    readonly to: number;
    readonly differences: readonly Difference[];
  };
  /** Without a query: every change of every version. */
  readonly history?: readonly VersionChanges[];
}

/** The page at `/` in sandbox mode. */
export interface StartPage {
  /** Address of the demo shop; absent where its port is not known. */
  readonly shop?: string;
}

/** The loaders of the pages' data, in `Astro.locals.docs`. */
export interface DocsLoaders {
  readonly contents: () => ContentsPage;
  readonly operation: (name: string | undefined) => OperationPage;
  readonly search: (question: string) => SearchPage;
  readonly errors: () => ErrorsPage;
  readonly changes: (query: URLSearchParams) => ChangesPage;
  readonly start: () => StartPage;
  /** An address that no page has. */
  readonly absent: () => null;
}
