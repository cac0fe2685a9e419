/** The catalogue of errors as the reference lists it: what a merchant's server may be answered, by its explanation. */

import { ERRORS } from '../contract/errors/catalogue.ts';
import { CAUSES } from '../contract/errors/causes.ts';
import type { ErrorRow } from '../contract/errors/error-row.ts';
import { PAGE_ERRORS } from '../contract/errors/page-errors.ts';

export interface Explanation {
  readonly anchor: string;
  readonly status: number;
  /** Parts in braces are filled in. */
  readonly explanation: string;
  readonly when: string;
}

export const EXPLANATIONS: readonly Explanation[] = Object.entries<ErrorRow>(ERRORS)
  .filter(([name]) => !Object.hasOwn(PAGE_ERRORS, name))
  .map(([name, { cause, status = CAUSES[cause].status, explanation, when }]) => ({
    anchor: `error-${name.toLowerCase().replaceAll('_', '-')}`,
    status,
    explanation,
    when,
  }));
