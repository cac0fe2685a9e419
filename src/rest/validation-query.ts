/** Whether a call asks for a validation: `?validate=true`. Other parameters of the query are nobody's. */
import { nodeAt } from '../contract/edit-schema.ts';
import type { Field } from '../contract/field.ts';
import { validateQuery } from '../contract/fields/validation-fields.ts';
import { invalidField } from '../contract/interface-error.ts';
import type { Operation } from '../contract/operation.ts';
import { type ContractOperation, OPERATIONS } from '../contract/operations.ts';
import type { RestRequest } from './rest-request.ts';

const NAME = 'validate';
const { type } = nodeAt(validateQuery, NAME) as Field;

/**
 * Whoever asks for a validation must never get a payment: what cannot be validated is refused, and so is a value that
 * could be meant either way. Retrieval changes nothing and takes any query.
 *
 * @throws InterfaceError
 */
export function isValidation(
  operation: ContractOperation,
  { query = '', payersSession }: Pick<RestRequest, 'payersSession' | 'query'>,
): boolean {
  const { method, query: own }: Operation = OPERATIONS[operation];
  if (query === '' || method === 'GET') {
    return false;
  }
  const given = new URLSearchParams(query).getAll(NAME);
  const [value] = given;
  if (value === undefined) {
    return false;
  }
  if (given.length > 1 || !type.accepts(value)) {
    throw invalidField(NAME, `${type.allowed}, once`);
  }
  if (value === 'false') {
    return false;
  }
  if (own?.members[NAME] === undefined) {
    throw invalidField(NAME, 'sessions and checkouts alone can be validated; nothing was done', 'UNSUPPORTED');
  }
  if (payersSession !== undefined) {
    throw invalidField(NAME, "the session's own id does not authorize it", 'UNSUPPORTED');
  }
  return true;
}
