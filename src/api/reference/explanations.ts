/** The catalogue of errors for the reference: the explanations that a merchant's server may receive. */

import { ERRORS } from '../../contract/errors/catalogue.ts';
import { CAUSES } from '../../contract/errors/causes.ts';
import type { ErrorRow } from '../../contract/errors/error-row.ts';
import { PAGE_ERRORS } from '../../contract/errors/page-errors.ts';
import type { Explanation } from '../../web/views/docs/index.ts';
import { ERROR_LINKS, type InterfaceErrorName } from './error-links.ts';

export const EXPLANATIONS: readonly Explanation[] = Object.entries<ErrorRow>(ERRORS)
  .filter(([name]) => !Object.hasOwn(PAGE_ERRORS, name))
  .map(([name, { cause, status = CAUSES[cause].status, explanation, when }]) => ({
    anchor: `error-${name.toLowerCase().replaceAll('_', '-')}`,
    status,
    explanation,
    when,
    links: ERROR_LINKS[name as InterfaceErrorName],
  }));
