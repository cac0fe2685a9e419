/** The fields that an operation requires from any source: the request, its session or its token. */

import type { Group } from '../../contract/field.ts';
import type { FieldProblem } from '../../contract/interface-error.ts';
import type { Operation } from '../../contract/operation.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { valueAt } from '../../contract/values.ts';

/** @param values the request merged over the session over the token */
export function missingFields({ requires, request }: Operation, values: RequestFields): FieldProblem[] {
  return requires
    .filter((path) => valueAt(values, path) === undefined)
    .map((path) => ({ field: path, validationType: 'MISSING', explanation: allowedAt(request, path) }));
}

function allowedAt(contract: Group, path: string): string {
  const [name = '', ...rest] = path.split('.');
  const node = contract.members[name];
  if (node?.kind === 'group' && rest.length > 0) {
    return allowedAt(node, rest.join('.'));
  }
  return node?.kind === 'field' ? node.type.allowed : 'it is required';
}
