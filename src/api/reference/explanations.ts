/** The catalogue of errors for the reference: the explanations that a merchant's server may receive. */

import { ERRORS } from '../../contract/errors/catalogue.ts';
import { CAUSES } from '../../contract/errors/causes.ts';
import type { ErrorRow } from '../../contract/errors/error-row.ts';
import { PAGE_ERRORS } from '../../contract/errors/page-errors.ts';
import { ERROR_LINKS, type InterfaceErrorName, type PageLink } from './error-links.ts';

export interface Explanation {
  readonly anchor: string;
  readonly status: number;
  /** Placeholders are in braces. */
  readonly explanation: string;
  readonly when: string;
  /** To the field, the setting or the guide that explains it. */
  readonly links: readonly PageLink[];
}

export const EXPLANATIONS: readonly Explanation[] = Object.entries<ErrorRow>(ERRORS)
  .filter(([name]) => !Object.hasOwn(PAGE_ERRORS, name))
  .map(([name, { cause, status = CAUSES[cause].status, explanation, when }]) => ({
    anchor: `error-${name.toLowerCase().replaceAll('_', '-')}`,
    status,
    explanation,
    when,
    links: ERROR_LINKS[name as InterfaceErrorName],
  }));
