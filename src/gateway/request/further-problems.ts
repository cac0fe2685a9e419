/**
 * Further problems of a request whose fields were refused already, so that a merchant can correct all at once. Rules
 * that need more than one field are checked only on fields that were read, and nothing counts as missing that a session
 * or token may have.
 */
import type { FieldProblem } from '../../contract/interface-error.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { instrumentProblems } from '../cards/instrument.ts';
import type { OrderOperation } from '../order/transitions.ts';
import { missingFields } from './required.ts';
import { ruleProblems, unreported } from './rules.ts';

const PAYING: ReadonlySet<OrderOperation> = new Set(['AUTHORIZE', 'PAY', 'VERIFY']);

/**
 * @param values what was read of the request
 * @param reported the problems that are reported already
 */
export function furtherProblems(
  operation: OrderOperation,
  values: RequestFields,
  reported: readonly FieldProblem[],
): FieldProblem[] {
  return unreported([...missing(operation, values), ...ruleProblems(values, reported)], reported);
}

function missing(operation: OrderOperation, values: RequestFields): FieldProblem[] {
  if (values.session?.id !== undefined) {
    return [];
  }
  const hasToken = values.sourceOfFunds?.token !== undefined;
  return [
    ...missingFields(OPERATIONS[operation], values),
    ...(PAYING.has(operation) && !hasToken ? instrumentProblems(values) : []),
  ];
}
