/** The rules for an agreement with the payer that involve several fields. */
import { compare, decimal } from '../../contract/decimal.ts';
import type { FieldProblem } from '../../contract/interface-error.ts';
import type { RequestFields } from '../../contract/request-fields.ts';

export function agreementProblems(values: RequestFields): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (values.agreement?.type === 'RECURRING' && values.agreement?.amountVariability === undefined) {
    const explanation = 'FIXED or VARIABLE: a recurring agreement says it';
    problems.push({ field: 'agreement.amountVariability', validationType: 'MISSING', explanation });
  }
  const least = decimal(values.agreement?.minimumAmountPerPayment ?? '');
  const most = decimal(values.agreement?.maximumAmountPerPayment ?? '');
  if (least !== undefined && most !== undefined && compare(least, most) > 0) {
    const explanation = 'no more than agreement.maximumAmountPerPayment';
    problems.push({ field: 'agreement.minimumAmountPerPayment', validationType: 'INVALID', explanation });
  }
  return problems;
}
