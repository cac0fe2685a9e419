export interface ReadableStep {
  readonly label: string;
  /** `passed`: it did not happen, and is not expected any more. `failed`: the end, without payment. */
  readonly state: 'done' | 'failed' | 'open' | 'passed';
  /** ISO 8601 instant of a step that is done. */
  readonly at: string | undefined;
}
