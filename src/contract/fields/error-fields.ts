/** The answer to a refused or failed request. A decline is not an error: it has a result and a gateway code. */

import { CAUSES, type ErrorCause, VALIDATION, type ValidationType } from '../errors/causes.ts';
import { always, alwaysGroup, field, group, list } from '../field.ts';
import { enumeration, string } from '../field-types.ts';

/** The maximum number of fields that one refusal names. */
const DETAILS_MAX = 100;
/** The maximum length of a sentence, in which paths and lists of allowed values can be long. */
const SENTENCE_CHARACTERS_MAX = 4_000;

const path = string(1, SENTENCE_CHARACTERS_MAX);
const validationTypes = enumeration(...(Object.keys(VALIDATION) as ValidationType[]));

const detail = group(
  {
    explanation: always(string(1, SENTENCE_CHARACTERS_MAX), 'The allowed values.'),
    field: always(path, 'Dotted path of the field.'),
    validationType: always(validationTypes, 'The problem with the field.'),
  },
  { doc: 'One field that was refused.' },
);

export const errorAnswer = group(
  {
    error: alwaysGroup(
      {
        cause: always(
          enumeration(...(Object.keys(CAUSES) as ErrorCause[])),
          'Whether the request is to be mended, was not allowed, came at a busy time, or met a failure of ours.',
        ),
        details: list(detail, DETAILS_MAX, { doc: 'Every field that was refused.' }),
        explanation: always(string(1, SENTENCE_CHARACTERS_MAX), 'An explanation of the error for a person.'),
        field: field(path, 'Dotted path of the first field that was refused.'),
        supportCode: always(string(1, 100), 'Finds the request in the gateway’s log.'),
        validationType: field(validationTypes, 'The kind of problem with that field.'),
      },
      { doc: 'Why the request was not carried out.' },
    ),
    result: always(enumeration('ERROR'), 'Tells errors from every other answer.'),
  },
  { doc: 'The answer to a request that was not carried out.' },
);
