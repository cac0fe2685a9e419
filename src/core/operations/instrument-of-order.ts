/**
 * Handles an instrument in a request for an order that already has one: a capture charges the authorization's card, and
 * a refund goes to the card that was charged. Clients send the same body for all operations, so the field is ignored
 * and listed in `X-Ignored-Fields`, or refused if the merchant's profile rejects unused fields.
 */
import type { FieldProblem } from '../../contract/interface-error.ts';
import type { ContractOperation } from '../../contract/operations.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import type { Merchant } from '../merchant/merchant.ts';
import type { TransactionRequest } from '../ports/index.ts';

/** @returns the paths of fields that the operation, on an order with an instrument, does not use */
function unusedFields(operation: ContractOperation, { sourceOfFunds }: RequestFields): string[] {
  if (operation === 'CAPTURE') {
    return sourceOfFunds === undefined ? [] : ['sourceOfFunds'];
  }
  return operation === 'REFUND' && sourceOfFunds?.token !== undefined ? ['sourceOfFunds.token'] : [];
}

/**
 * For `X-Ignored-Fields`. @param request the transaction's request; a standalone transaction has no target, and used
 * its card
 */
export function unusedInstrument(
  operation: ContractOperation,
  values: RequestFields,
  { target }: Pick<TransactionRequest, 'target'>,
): string[] {
  return target === undefined ? [] : unusedFields(operation, values);
}

/** @param operation a subsequent operation of an order */
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
