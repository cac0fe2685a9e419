/**
 * Further problems of a request whose fields were refused already, so that a merchant can correct all at once. Rules
 * that need more than one field are checked only on fields that were read, and nothing counts as missing that a session
 * or token may have.
 */
import type { FieldProblem } from '../../contract/interface-error.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { instrumentProblems } from '../cards/instrument.ts';
import { authenticationProblems } from '../cards/payer-authentication.ts';
import type { OrderOperation } from '../order/transitions.ts';
import { missingFields } from './required.ts';
import { sumProblems } from './sums.ts';

/** Each rule, and the group within which nothing must have been refused for the rule to apply. */
const RULES: readonly { readonly within: string; readonly problems: (values: RequestFields) => FieldProblem[] }[] = [
  { within: 'order', problems: sumProblems },
  { within: '3DSecure', problems: authenticationProblems },
];

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
  const broken = RULES.filter(({ within }) => !reported.some(({ field }) => isWithin(field, within))).flatMap(
    ({ problems }) => problems(values),
  );
  return [...missing(operation, values), ...broken].filter(
    ({ field }) => !reported.some((one) => overlaps(one.field, field)),
  );
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

function overlaps(one: string, other: string): boolean {
  return isWithin(one, other) || isWithin(other, one);
}

function isWithin(field: string, group: string): boolean {
  return field === group || field.startsWith(`${group}.`) || field.startsWith(`${group}[`);
}
