/**
 * Maps a call to its operation's handler: checks the ids of the address, reads the body, and selects the operation that
 * the body names.
 */
import { type ContractCall, selector } from '../../contract/calls.ts';
import { holdsCardData, NO_CARD_DATA } from '../../contract/card-data.ts';
import { namedError } from '../../contract/errors/catalogue.ts';
import { existsIn } from '../../contract/field.ts';
import type { FieldType } from '../../contract/field-types.ts';
import { checkedId } from '../../contract/fields/enrolment-fields.ts';
import { orderId } from '../../contract/fields/order-fields.ts';
import { token } from '../../contract/fields/token-id.ts';
import { transactionId } from '../../contract/fields/transaction-fields.ts';
import { invalidField } from '../../contract/interface-error.ts';
import { emptyObject, type JsonObject } from '../../contract/json.ts';
import type { Operation } from '../../contract/operation.ts';
import { type ContractOperation, OPERATIONS } from '../../contract/operations.ts';
import type { Merchant } from '../../core/index.ts';
import { HANDLERS, type HandlerDependencies } from './handlers.ts';
import { payersFields } from './payers-fields.ts';
import { apiOperation, bodyObject, type Handler, type RestAnswer, type RestRequest } from './rest-request.ts';
import { validate } from './validate-session.ts';
import { isValidation } from './validation-query.ts';

export type Dispatch = (
  dependencies: HandlerDependencies,
  merchant: Merchant,
  request: RestRequest,
) => Promise<RestAnswer>;

/**
 * Ids in addresses that are validated by their type. The refusal does not quote the id, which may be a card number sent
 * by mistake. Ids of sessions and notifications are looked up instead.
 */
const ADDRESS_IDS: readonly { parameter: string; name: keyof RestRequest['path']; field: string; type: FieldType }[] = [
  { parameter: '{orderId}', name: 'order', field: 'order.id', type: orderId },
  { parameter: '{transactionId}', name: 'transaction', field: 'transaction.id', type: transactionId },
  { parameter: '{3DSecureId}', name: '3DSecure', field: '3DSecureId', type: checkedId },
  { parameter: '{token}', name: 'token', field: 'token', type: token },
];

/** @returns a function that handles an authenticated call; it throws InterfaceError */
export function dispatcher(call: ContractCall): Dispatch {
  const ids = ADDRESS_IDS.filter(({ parameter }) => call.path.includes(parameter));
  const takesBody = call.operations.some((name) => Object.keys(OPERATIONS[name].request.members).length > 0);
  const selections = new Map<number, ReturnType<typeof selection>>();
  const select = (version: number, json: JsonObject) => {
    const known = selections.get(version) ?? selection(call, version);
    selections.set(version, known);
    return known(json);
  };
  return async (dependencies, merchant, request) => {
    for (const { name, field, type } of ids) {
      if (!type.accepts(request.path[name])) {
        throw invalidField(field, type.allowed);
      }
      if (merchant.profile.cardNumbersInText === 'REFUSE' && holdsCardData(request.path[name])) {
        throw invalidField(field, NO_CARD_DATA);
      }
    }
    const json = takesBody ? bodyObject(request.body) : emptyObject();
    const operation = select(request.version, json);
    if (request.metricLabels !== undefined) {
      request.metricLabels.operation = call.unnamed ?? operation;
    }
    const { payersSession } = request;
    if (payersSession === undefined) {
      return runOperation(operation, dependencies, merchant, request, json);
    }
    const payers = payersFields(operation, json, payersSession);
    const answer = await runOperation(operation, dependencies, merchant, request, payers.json);
    return { ...answer, ignored: [...payers.ignored, ...(answer.ignored ?? [])] };
  };
}

/** Not `async`, so that the parsed body can be freed while the operation waits for the store and the acquirer. */
function runOperation<Name extends ContractOperation>(
  operation: Name,
  dependencies: HandlerDependencies,
  merchant: Merchant,
  request: RestRequest,
  json: JsonObject,
): Promise<RestAnswer> {
  const handler: Handler<HandlerDependencies, Name> = HANDLERS[operation];
  const run = isValidation(operation, request) ? validate : handler;
  return run(dependencies, merchant, { ...request, operation, json }).then(
    ({ status = OPERATIONS[operation].status, body, ignored, stream }) => ({ status, body, ignored, stream }),
  );
}

/** @returns a function that throws InterfaceError if the body names no operation of the address */
function selection({ operations, unnamed }: ContractCall, version: number): (json: JsonObject) => ContractOperation {
  const named = (Object.keys(HANDLERS) as ContractOperation[]).filter((name) => {
    const row: Operation = OPERATIONS[name];
    return operations.includes(name) && selector(row) !== undefined && existsIn(row, version);
  });
  const list = named.length === 1 ? named.join() : `one of ${named.join(', ')}`;
  const allowed = unnamed === undefined ? list : `${list}, or absent`;
  const isThere = operations.some((name) => existsIn(OPERATIONS[name] as Operation, version));
  return (json) => {
    if (!isThere) {
      throw namedError('NOTHING_HERE');
    }
    const requested = named.length === 0 ? undefined : apiOperation(json);
    const found = requested === undefined ? unnamed : named.find((name) => name === requested);
    if (found === undefined) {
      throw invalidField('apiOperation', allowed, requested === undefined ? 'MISSING' : 'INVALID');
    }
    return found;
  };
}
