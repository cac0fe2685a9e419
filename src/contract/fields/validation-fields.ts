/** Validation without effect, `?validate=true` on a session call: the parameter, and the answer. */
import { CAUSES, type ErrorCause, VALIDATION, type ValidationType } from '../errors/causes.ts';
import { always, alwaysGroup, field, group, list } from '../field.ts';
import { enumeration, string } from '../field-types.ts';
import { merchant, version } from './caller-fields.ts';
import { correlationId } from './common.ts';

/**
 * The maximum number of findings: at most 150 from reading the body, and one for each field that a payment requires.
 */
export const VALIDATION_PROBLEMS_MAX = 200;
/** The maximum length of a sentence, in which paths and lists of allowed values can be long. */
const SENTENCE_CHARACTERS_MAX = 4_000;

/** ERROR: a payment with these values is refused. WARNING: the payment is accepted, but a value is doubtful. */
export type Severity = 'ERROR' | 'WARNING';
const severities = enumeration<Severity>('ERROR', 'WARNING');

/** The query parameter. Query parameters are texts, so its type is not Boolean. */
export const validateQuery = group(
  {
    validate: field(
      enumeration('false', 'true'),
      'In the query: true answers what would be wrong with these values at payment, and keeps nothing.',
    ),
  },
  { doc: 'The query of a call that can be validated.' },
);

const problem = group(
  {
    cause: always(
      enumeration(...(Object.keys(CAUSES) as ErrorCause[])),
      'The cause of the error: a request to correct, or one that your profile does not allow.',
    ),
    explanation: always(string(1, SENTENCE_CHARACTERS_MAX), 'The allowed values, or the reason for the warning.'),
    field: always(string(1, SENTENCE_CHARACTERS_MAX), 'Dotted path of the field.'),
    severity: always(
      severities,
      'ERROR where a payment with it is refused; WARNING where it may be made all the same.',
    ),
    validationType: always(
      enumeration(...(Object.keys(VALIDATION) as ValidationType[])),
      'The kind of problem with the field.',
    ),
  },
  { doc: 'One field, and what is wrong with it.' },
);

export const validationAnswer = group(
  {
    correlationId,
    merchant,
    result: always(
      enumeration('FAILURE', 'SUCCESS'),
      'FAILURE where one of the problems is an ERROR; else SUCCESS, warnings or none.',
    ),
    validation: alwaysGroup(
      {
        problems: list(problem, VALIDATION_PROBLEMS_MAX, {
          doc: 'Everything that was found, errors first; an empty list where all is well.',
        }),
      },
      { doc: 'The problems that a payment with these values would have.' },
    ),
    version,
  },
  { doc: 'The problems at payment. Nothing was created, changed or stored.' },
);
