/** The rules of an agreement with the payer that need more than one of its fields. */
import { compare, decimal } from '../contract/decimal.ts';
import type { FieldProblem } from '../contract/interface-error.ts';
import type { Values } from '../contract/read.ts';
import { textAt } from '../contract/values.ts';

export function agreementProblems(values: Values): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (textAt(values, 'agreement.type') === 'RECURRING' && textAt(values, 'agreement.amountVariability') === undefined) {
    const explanation = 'FIXED or VARIABLE: a recurring agreement says it';
    problems.push({ field: 'agreement.amountVariability', validationType: 'MISSING', explanation });
  }
  const [least, most] = ['minimum', 'maximum'].map((end) =>
    decimal(textAt(values, `agreement.${end}AmountPerPayment`) ?? ''),
  );
  if (least !== undefined && most !== undefined && compare(least, most) > 0) {
    const explanation = 'no more than agreement.maximumAmountPerPayment';
    problems.push({ field: 'agreement.minimumAmountPerPayment', validationType: 'INVALID', explanation });
  }
  return problems;
}
