/**
 * All that is wrong with a request that is refused for a field: its session and token are read to find what is missing.
 */
import { type FieldProblem, InterfaceError } from '../../contract/interface-error.ts';
import type { ContractOperation } from '../../contract/operations.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { merge, without } from '../../contract/values.ts';
import type { Gateway } from '../gateway.ts';
import type { Merchant } from '../merchant/merchant.ts';
import { furtherProblems } from '../request/further-problems.ts';
import { unreported } from '../request/rules.ts';
import { withSession } from './merged-values.ts';

export interface RefusedRequest {
  readonly merchant: Merchant;
  readonly operation: ContractOperation;
  /** The fields that were read. */
  readonly values: RequestFields;
  /** The problems of the others. */
  readonly reported: readonly FieldProblem[];
}

/** Changes nothing. @returns the problems that are not reported already */
export async function problemsOfRefused(gateway: Gateway, request: RefusedRequest): Promise<FieldProblem[]> {
  const { operation, values, reported } = request;
  try {
    return furtherProblems(operation, await sourcedValues(gateway, request), reported);
  } catch (error) {
    if (!(error instanceof InterfaceError)) {
      throw error;
    }
    const found = unreported(error.problems, reported);
    return [...found, ...furtherProblems(operation, values, [...reported, ...found])];
  }
}

/** The request over its session over its token, none of which is named any more. @throws InterfaceError */
async function sourcedValues(gateway: Gateway, { merchant, values }: RefusedRequest): Promise<RequestFields> {
  const merged = without((await withSession(gateway, { merchant, values })).values, ['session.id']);
  const token = merged.sourceOfFunds?.token;
  if (token === undefined) {
    return merged;
  }
  const sourceOfFunds = await gateway.sources.token(merchant.key, token);
  return merge({ sourceOfFunds }, without(merged, ['sourceOfFunds.token']));
}
