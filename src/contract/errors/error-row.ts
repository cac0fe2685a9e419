import type { ErrorCause } from './causes.ts';

/** One error of the catalogue. */
export interface ErrorRow {
  readonly cause: ErrorCause;
  /** Absent: the cause's own. */
  readonly status?: number;
  /** A part in braces is filled in. */
  readonly explanation: string;
  /** Likewise. */
  readonly headers?: Readonly<Record<string, string>>;
  /** In one sentence, for the reference. */
  readonly when: string;
}
