/**
 * The rules that need more than one field. Where a field was refused already, a rule that depends on it would only
 * guess, and nothing is reported twice.
 */
import type { FieldProblem } from '../../contract/interface-error.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { authenticationProblems } from '../cards/payer-authentication.ts';
import { storedDetailsProblems } from '../cards/stored-details.ts';
import { sumProblems } from './sums.ts';

/** Each rule, and the group within which nothing must have been refused for the rule to apply. */
const RULES: readonly { readonly within: string; readonly problems: (values: RequestFields) => FieldProblem[] }[] = [
  { within: 'order', problems: sumProblems },
  { within: '3DSecure', problems: authenticationProblems },
  { within: 'agreement', problems: storedDetailsProblems },
];

/** @param reported the problems that are reported already */
export function ruleProblems(values: RequestFields, reported: readonly FieldProblem[] = []): FieldProblem[] {
  return RULES.filter(({ within }) => !reported.some(({ field }) => isWithin(field, within))).flatMap(({ problems }) =>
    problems(values),
  );
}

/** Of the rules the sums alone, likewise. */
export function sumRuleProblems(values: RequestFields, reported: readonly FieldProblem[]): FieldProblem[] {
  return reported.some(({ field }) => isWithin(field, 'order')) ? [] : sumProblems(values);
}

/** Those problems whose field, or a group around or inside it, is not reported already. */
export function unreported<Problem extends FieldProblem>(
  problems: readonly Problem[],
  reported: readonly FieldProblem[],
): Problem[] {
  return problems.filter(({ field }) => !reported.some((one) => overlaps(one.field, field)));
}

function overlaps(one: string, other: string): boolean {
  return isWithin(one, other) || isWithin(other, one);
}

export function isWithin(field: string, group: string): boolean {
  return field === group || field.startsWith(`${group}.`) || field.startsWith(`${group}[`);
}
