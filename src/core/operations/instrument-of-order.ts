/**
 * The instrument that a request names although the order has one: a capture charges the authorization's card, a refund
 * pays the card back that was charged. Clients send one body for all operations, so the field is ignored by name, or
 * refused where the profile refuses what an operation does not take.
 */
import type { FieldProblem } from '../../contract/interface-error.ts';
import type { ContractOperation } from '../../contract/operations.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import type { Merchant } from '../merchant/merchant.ts';
import type { TransactionRequest } from '../ports/index.ts';

/** @returns the paths of fields that an operation on an order with an instrument does not use */
function unusedFields(operation: ContractOperation, { sourceOfFunds }: RequestFields): string[] {
  if (operation === 'CAPTURE') {
    return sourceOfFunds === undefined ? [] : ['sourceOfFunds'];
  }
  return operation === 'REFUND' && sourceOfFunds?.token !== undefined ? ['sourceOfFunds.token'] : [];
}

/** For `X-Ignored-Fields`. @param request of the transaction that was made: one that stands alone used its card */
export function unusedInstrument(
  operation: ContractOperation,
  values: RequestFields,
  { target }: Pick<TransactionRequest, 'target'>,
): string[] {
  return target === undefined ? [] : unusedFields(operation, values);
}

/** @param operation that follows a transaction of its order */
export function refusedInstrument(
  { profile }: Merchant,
  operation: ContractOperation,
  values: RequestFields,
): FieldProblem[] {
  return profile.unknownFields !== 'REJECT'
    ? []
    : unusedFields(operation, values).map((field) => ({
        field,
        validationType: 'UNSUPPORTED',
        explanation: 'the order has its card already',
      }));
}
