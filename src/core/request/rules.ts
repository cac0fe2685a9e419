/**
 * The rules on several fields. A rule is skipped if a field that it depends on was refused. No field is reported twice.
 */
import type { FieldProblem } from '../../contract/interface-error.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { authenticationProblems } from '../cards/payer-authentication.ts';
import { storedDetailsProblems } from '../cards/stored-details.ts';
import { sumProblems } from './sums.ts';

/** The rules, each with the field group that it depends on. */
const RULES: readonly { readonly within: string; readonly problems: (values: RequestFields) => FieldProblem[] }[] = [
  { within: 'order', problems: sumProblems },
  { within: '3DSecure', problems: authenticationProblems },
  { within: 'agreement', problems: storedDetailsProblems },
];

/** @param reported the problems that are already known */
export function ruleProblems(values: RequestFields, reported: readonly FieldProblem[] = []): FieldProblem[] {
  return RULES.filter(({ within }) => !reported.some(({ field }) => isFieldWithin(field, within))).flatMap(
    ({ problems }) => problems(values),
  );
}

/** Like `ruleProblems`, but checks only the sums. */
export function sumRuleProblems(values: RequestFields, reported: readonly FieldProblem[]): FieldProblem[] {
  return reported.some(({ field }) => isFieldWithin(field, 'order')) ? [] : sumProblems(values);
}

/** Removes problems of fields that are reported already, or that contain or are within a reported field. */
export function withoutReported<Problem extends FieldProblem>(
  problems: readonly Problem[],
  reported: readonly FieldProblem[],
): Problem[] {
  return problems.filter(({ field }) => !reported.some((one) => overlaps(one.field, field)));
}

function overlaps(one: string, other: string): boolean {
  return isFieldWithin(one, other) || isFieldWithin(other, one);
}

export function isFieldWithin(field: string, group: string): boolean {
  return field === group || field.startsWith(`${group}.`) || field.startsWith(`${group}[`);
}
