/** Recognises a request for validation: `?validate=true`. Other query parameters are ignored. */
import { nodeAt } from '../../contract/edit-schema.ts';
import type { Field } from '../../contract/field.ts';
import { validateQuery } from '../../contract/fields/validation-fields.ts';
import { invalidField } from '../../contract/interface-error.ts';
import type { Operation } from '../../contract/operation.ts';
import { type ContractOperation, OPERATIONS } from '../../contract/operations.ts';
import type { RestRequest } from './rest-request.ts';

const NAME = 'validate';
const { type } = nodeAt(validateQuery, NAME) as Field;

/**
 * Whether the call is a validation. Since a request for validation must not result in a payment, an operation that
 * cannot be validated is refused, and so is an ambiguous value. Retrieval changes nothing and accepts any query.
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
