/**
 * The generated files of the package `@turnpike/client`: the table of operations, and the types of their fields and
 * answers in every version. The types have no comments, because the package is small: `docs/turnpike-client.ts` has
 * those of the newest version with comments.
 */
import { selector } from '../../../contract/calls.ts';
import { VERSION_MAX } from '../../../contract/field.ts';
import type { Operation } from '../../../contract/operation.ts';
import { OPERATIONS } from '../../../contract/operations.ts';
import { TRANSACTION_PATH } from '../../../contract/transaction-operations.ts';
import { DOCUMENTED_OPERATIONS, type DocumentedOperation } from '../documented-operations.ts';
import { answerName, pascal, requestName, takesBody } from '../openapi/openapi-requests.ts';
import { HELPERS } from './compact-groups.ts';
import { CompactTypes } from './compact-types.ts';
import { alternativesType, camel } from './document.ts';
import { typeName } from './types.ts';

const GENERATED = '`npm run reference` generates this file from the contract.';
/** A file as an answer, and the older pair of payer authentication, which ended with version 61. */
const LEFT_OUT: readonly DocumentedOperation[] = [
  'EXPORT_ORDERS',
  'CHECK_3DS_ENROLLMENT',
  'PROCESS_ACS_RESULT',
  'RETRIEVE_3DS_RESULT',
];
const NAMES = DOCUMENTED_OPERATIONS.filter((name) => !LEFT_OUT.includes(name));

/** The table that the client calls by, as a module. */
export function clientOperations(): string {
  const rows = NAMES.map((name) => {
    const operation: Operation = OPERATIONS[name];
    const chosen = selector(operation);
    const path = operation.path === TRANSACTION_PATH ? 'PATH' : `'${operation.path}'`;
    const rest = [traitsOf(name), ...(chosen === undefined ? [] : [chosen])].map((one) => `'${one}'`);
    return `  ${camel(name)}: [${[`'${operation.method}'`, path, ...rest].join(', ')}],\n`;
  });
  return `/** The operations by the names of their methods. ${GENERATED} */
import type { OperationRow } from './connection.ts';

const PATH = '${TRANSACTION_PATH}';

export const OPERATIONS: Readonly<Record<string, OperationRow>> = {
${rows.join('')}};
`;
}

/** The declarations of all types. */
export function clientTypes(): string {
  const types = new CompactTypes();
  const methods = NAMES.map((name) => methodOf(name, types));
  const declarations = types.declarations();
  const written = (some: readonly string[]) => some.map((one) => `${types.textOf(one)}\n`).join('');
  const ofSession = methods.filter(({ isOfSession }) => isOfSession);
  const shared = ofSession.filter(({ text, sessionText }) => text === sessionText);
  const own = ofSession.filter((one) => !shared.includes(one));
  return `/** The types of the interface in every version. ${GENERATED} */
import type { CallOptions as Opt } from './connection.js';

type Ids<K extends string>={readonly [N in K]:string};
type Tx=Ids<'orderId'|'transactionId'>;
type WithSession={session:{id:string}};
${HELPERS}
${declarations}
/** The operations of a merchant. */
export interface Operations<V extends Version=${VERSION_MAX}> {
${written(methods.map(({ text }) => text))}}
/** The operations that the id of a session permits. */
export interface SessionOperations<V extends Version=${VERSION_MAX}> extends P<Operations<V>,'${shared.map(({ name }) => name).join(' ')}'> {
${written(own.map(({ sessionText }) => sessionText))}}
`;
}

/**
 * B: the operation has a body. Q: it has a query. T: RETRIEVE_TRANSACTION has the same answer. S: the id of a session
 * permits it.
 */
function traitsOf(name: DocumentedOperation): string {
  const operation: Operation = OPERATIONS[name];
  return [
    hasBody(name) ? 'B' : '',
    operation.query !== undefined && !hasBody(name) ? 'Q' : '',
    operation.method === 'PUT' && operation.answer === OPERATIONS.RETRIEVE_TRANSACTION.answer ? 'T' : '',
    operation.access === 'MERCHANT_OR_SESSION' ? 'S' : '',
  ].join('');
}

function hasBody(name: DocumentedOperation): boolean {
  return takesBody(name) && !['DELETE', 'GET'].includes(OPERATIONS[name].method);
}

interface OperationMethod {
  readonly name: string;
  readonly text: string;
  readonly isOfSession: boolean;
  /** The same without the id of the session among the ids. */
  readonly sessionText: string;
}

function methodOf(name: DocumentedOperation, types: CompactTypes): OperationMethod {
  const operation: Operation = OPERATIONS[name];
  const { since, until, path } = operation;
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, id = '']) => id);
  const fields = hasBody(name) ? [fieldsOf(name, types)] : traitsOf(name).includes('Q') ? [queryOf(name, types)] : [];
  const answer = types.root(operation.answer, 'answer', typeName(answerName(name)));
  const textWith = (given: readonly string[]) => {
    const address = given.length === 0 ? [] : [`ids:${idsType(given)}`];
    const parameters = `(${[...address, ...fields, 'options?:Opt'].join(',')})`;
    return since === undefined && until === undefined
      ? `${camel(name)}${parameters}:Promise<${answer}>;`
      : `${camel(name)}:${types.alive({ since, until }, `${parameters}=>Promise<${answer}>`, 'never')};`;
  };
  return {
    name: camel(name),
    text: textWith(ids),
    isOfSession: operation.access === 'MERCHANT_OR_SESSION',
    sessionText: textWith(ids.filter((id) => id !== 'sessionId')),
  };
}

/** Without what only people need. */
const compact = (type: string): string => type.replace(/readonly |\s+/g, '');

function idsType(ids: readonly string[]): string {
  const names = ids.map((id) => `'${id}'`).join('|');
  return names === "'orderId'|'transactionId'" ? 'Tx' : `Ids<${names}>`;
}

function queryOf(name: DocumentedOperation, types: CompactTypes): string {
  return `query?:${types.root((OPERATIONS[name] as Operation).query!, 'request', `${pascal(name)}Query`)}`;
}

/**
 * The newest version's alternatives are required in it, and the required fields of every version in the others. A
 * session may provide all of them.
 */
function fieldsOf(name: DocumentedOperation, types: CompactTypes): string {
  const { request, requires, alternatives = [requires] }: Operation = OPERATIONS[name];
  const { apiOperation: _selector, ...members } = request.members;
  const type = types.root({ ...request, members }, 'request', typeName(requestName(name)));
  const isSessionTaken = request.members.session !== undefined;
  const needs = (paths: readonly (readonly string[])[]) =>
    paths.every((one) => one.length === 0)
      ? '{}'
      : `${compact(alternativesType(paths))}${isSessionTaken ? '|WithSession' : ''}`;
  const [newest, older] = [needs(alternatives), needs([requires])];
  if (newest === '{}') {
    return `fields?:${type}`;
  }
  return `fields:${type}&(${newest === older ? newest : `V extends ${VERSION_MAX}?${newest}:${older}`})`;
}
