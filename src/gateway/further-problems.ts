/**
 * What else is wrong with a request whose fields were refused already: so that a merchant mends everything in one go.
 * Rules that need more than one field are only tried on fields that were read, and nothing is called missing that a
 * session or token may give.
 */
import type { FieldProblem } from '../contract/interface-error.ts';
import { OPERATIONS } from '../contract/operations.ts';
import type { Values } from '../contract/read.ts';
import { textAt } from '../contract/values.ts';
import { instrumentProblems } from './cards/instrument.ts';
import { authenticationProblems } from './cards/payer-authentication.ts';
import { missingFields } from './required.ts';
import { sumProblems } from './sums.ts';
import type { OrderOperation } from './transitions.ts';

/** Each rule, and the group within which nothing must have been refused for it to mean anything. */
const RULES: readonly { readonly within: string; readonly problems: (values: Values) => FieldProblem[] }[] = [
  { within: 'order', problems: sumProblems },
  { within: '3DSecure', problems: authenticationProblems },
];

const PAYING: ReadonlySet<OrderOperation> = new Set(['AUTHORIZE', 'PAY', 'VERIFY']);

/** @param values what was read of the request @param told what was refused of it */
export function furtherProblems(
  operation: OrderOperation,
  values: Values,
  told: readonly FieldProblem[],
): FieldProblem[] {
  const broken = RULES.filter(({ within }) => !told.some(({ field }) => isWithin(field, within))).flatMap(
    ({ problems }) => problems(values),
  );
  return [...missing(operation, values), ...broken].filter(
    ({ field }) => !told.some((one) => overlaps(one.field, field)),
  );
}

function missing(operation: OrderOperation, values: Values): FieldProblem[] {
  if (textAt(values, 'session.id') !== undefined) {
    return [];
  }
  const hasToken = textAt(values, 'sourceOfFunds.token') !== undefined;
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
