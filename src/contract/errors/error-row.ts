import type { ErrorCause } from './causes.ts';

/** One error of the catalogue. */
export interface ErrorRow {
  readonly cause: ErrorCause;
  /** The HTTP status. Absent: that of the cause. */
  readonly status?: number;
  /** The explanation, which may contain placeholders in braces. */
  readonly explanation: string;
  /** Response headers, whose values may contain placeholders in braces. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The condition of the error, one sentence for the reference. */
  readonly when: string;
}
