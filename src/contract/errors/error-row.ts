import type { ErrorCause } from './causes.ts';

/** One error of the catalogue. */
export interface ErrorRow {
  readonly cause: ErrorCause;
  /** Absent: the status of the cause. */
  readonly status?: number;
  /** May contain placeholders in braces. */
  readonly explanation: string;
  /** May contain placeholders in braces. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The condition in one sentence, for the reference. */
  readonly when: string;
}
