/**
 * Finds all problems of a request that is refused for one field. Reads its session and token to find missing fields.
 */
import { type FieldProblem, InterfaceError } from '../../contract/interface-error.ts';
import type { ContractOperation } from '../../contract/operations.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { merge, without } from '../../contract/values.ts';
import type { Gateway } from '../gateway.ts';
import type { Merchant } from '../merchant/merchant.ts';
import { furtherProblems } from '../request/further-problems.ts';
import { withoutReported } from '../request/rules.ts';
import { withSessionValues } from './merged-values.ts';

export interface RefusedRequest {
  readonly merchant: Merchant;
  readonly operation: ContractOperation;
  /** The valid fields. */
  readonly values: RequestFields;
  /** The problems of the invalid fields. */
  readonly reported: readonly FieldProblem[];
}

/** Read-only. @returns the problems that are not in `reported` */
export async function problemsOfRefused(gateway: Gateway, request: RefusedRequest): Promise<FieldProblem[]> {
  const { operation, values, reported } = request;
  try {
    return furtherProblems(operation, await sourcedValues(gateway, request), reported);
  } catch (error) {
    if (!(error instanceof InterfaceError)) {
      throw error;
    }
    const found = withoutReported(error.problems, reported);
    return [...found, ...furtherProblems(operation, values, [...reported, ...found])];
  }
}

/**
 * Returns the request merged over its session and token, without their ids.
 *
 * @throws InterfaceError if the session or token cannot be used
 */
async function sourcedValues(gateway: Gateway, { merchant, values }: RefusedRequest): Promise<RequestFields> {
  const merged = without((await withSessionValues(gateway, { merchant, values })).values, ['session.id']);
  const token = merged.sourceOfFunds?.token;
  if (token === undefined) {
    return merged;
  }
  const sourceOfFunds = await gateway.sources.token(merchant.key, token);
  return merge({ sourceOfFunds }, without(merged, ['sourceOfFunds.token']));
}
