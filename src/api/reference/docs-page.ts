/** The data of the reference's pages: one type per page, and its loader. */
import type { Remedy } from '../../contract/errors/causes.ts';
import type { Status } from '../../contract/errors/statuses.ts';
import type { ContractOperation } from '../../contract/operations.ts';
import type { FieldDifference, VersionChange, VersionChanges } from './differences.ts';
import type { PageLink } from './error-links.ts';
import type { Explanation } from './explanations.ts';
import type { CodeRemedy } from './gateway-code-remedies.ts';
import type { FieldRow, Presence, Side, TypeFacts } from './reference.ts';
import type { SearchResult } from './search.ts';

export type {
  CodeRemedy,
  ContractOperation,
  FieldDifference,
  FieldRow,
  PageLink,
  Presence,
  Remedy,
  SearchResult,
  Side,
  Status,
  TypeFacts,
  VersionChange,
  VersionChanges,
};

export interface OperationEntry {
  readonly name: ContractOperation;
  readonly title: string;
  readonly doc: string;
  readonly method: string;
  /** Without version and merchant. */
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
  /** Few enough rows to be expanded at first. */
  readonly open: boolean;
}

/** A call as a shell command to paste. */
export interface CallView {
  /** The field of the answer with the next address for the payer's browser. */
  readonly visit?: string;
  /** The payer's browser posts the form in the answer, and returns with data for the next call. */
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

export interface GuideEntry {
  readonly href: string;
  readonly title: string;
  readonly summary: string;
}

export interface GuideChapter {
  readonly title: string;
  readonly doc: string;
  readonly guides: readonly GuideEntry[];
}

export interface GuidesPage {
  readonly chapters: readonly GuideChapter[];
}

export interface GuidePage extends GuideEntry {
  /** Rendered by the build, with the origins of this gateway. */
  readonly html: string;
  readonly sections: readonly { readonly anchor: string; readonly heading: string }[];
  readonly chapter: GuideChapter;
  readonly previous: GuideEntry | undefined;
  readonly next: GuideEntry | undefined;
}

/** A section of a guide. */
export interface GuideHit {
  readonly href: string;
  /** The guide's. */
  readonly title: string;
  readonly heading: string;
  readonly excerpt: string;
}

export interface SearchPage {
  readonly question: string;
  readonly found: Omit<SearchResult, 'operations'> & {
    readonly operations: readonly OperationEntry[];
    readonly guides: readonly GuideHit[];
  };
}

/** A remedy with the pages that explain it. */
export interface LinkedRemedy extends Remedy {
  readonly name: string;
  readonly links: readonly PageLink[];
}

export interface ErrorsPage {
  readonly causes: readonly LinkedRemedy[];
  readonly validationTypes: readonly LinkedRemedy[];
  readonly statuses: readonly Status[];
  readonly explanations: readonly Explanation[];
  readonly codes: readonly (CodeRemedy & { readonly links: readonly PageLink[] })[];
  /** An error's body as the gateway answers it. */
  readonly body: string;
}

export interface ChangesPage {
  readonly operations: readonly ContractOperation[];
  readonly versions: { readonly first: number; readonly newest: number };
  /** The query as text, since the form shows the input again. */
  readonly asked: { readonly operation: string; readonly from: string; readonly to: string };
  /** The reason why a requested comparison is missing. */
  readonly problem?: string;
  readonly comparison?: {
    readonly operation: ContractOperation;
    readonly from: number;
    readonly to: number;
    readonly differences: readonly FieldDifference[];
  };
  /** All changes of all versions, if there is no query. */
  readonly history?: readonly VersionChanges[];
}

/** The page at `/` in sandbox mode. */
export interface StartPage {
  /** Address of the demo shop. Absent if its port is unknown. */
  readonly shop?: string;
}

/** The loaders of the pages' data, in `Astro.locals.docs`. */
export interface DocsLoaders {
  readonly contents: () => ContentsPage;
  readonly guides: () => GuidesPage;
  readonly guide: (slug: string | undefined) => GuidePage;
  readonly operation: (name: string | undefined) => OperationPage;
  readonly search: (question: string) => SearchPage;
  readonly errors: () => ErrorsPage;
  readonly changes: (query: URLSearchParams) => ChangesPage;
  readonly start: () => StartPage;
  /** The page for unknown addresses. */
  readonly absent: () => null;
}
