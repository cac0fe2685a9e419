/** The frame around the pages of a person who is signed in, and its links. */
import type { TestMode } from '../../../contract/test-mode.ts';

export interface ConsoleLink {
  readonly href: string;
  readonly text: string;
  readonly isCurrent?: boolean;
}

/** The moment whose data a page shows, if it was read from a standby. */
export interface DataDate {
  /** ISO 8601: all changes before are on the page. */
  readonly at: string;
  readonly ageSeconds: number;
  /** IANA: of the time that is shown. */
  readonly timeZone: string;
}

/** The frame around the pages of a person who is signed in. */
export interface ConsoleShell {
  readonly email: string;
  readonly testMode: TestMode | undefined;
  /** The hidden input of every form. */
  readonly proof: string;
  /** The merchant of the page. */
  readonly merchant?: { readonly id: string; readonly name: string } | undefined;
  /** Pages of that merchant that the person may open. */
  readonly links: readonly ConsoleLink[];
  /** Whether there are other merchants to change to. */
  readonly hasMerchants: boolean;
  /** Absent: the page shows the present. */
  readonly dataOf?: DataDate | undefined;
}
