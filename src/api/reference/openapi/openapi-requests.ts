/** The schemas of all requests and answers of the newest version, by their names in the document. */

import { selector } from '../../../contract/calls.ts';
import { type Group, VERSION_MAX } from '../../../contract/field.ts';
import { errorAnswer } from '../../../contract/fields/error-fields.ts';
import { validationAnswer } from '../../../contract/fields/validation-fields.ts';
import type { Operation } from '../../../contract/operation.ts';
import { OPERATIONS } from '../../../contract/operations.ts';
import { lockFailureAnswer } from '../../../contract/transaction-operations.ts';
import { DOCUMENTED_OPERATIONS, type DocumentedOperation } from '../documented-operations.ts';
import { componentRef } from './components.ts';
import { groupSchema, type OpenApiSchema } from './json-schema.ts';

/** Converts `INITIATE_CHECKOUT` to the class name `InitiateCheckout`. */
export function pascal(name: string): string {
  return name.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

export const requestName = (name: DocumentedOperation): string => `${pascal(name)}Request`;

const RETRIEVAL = 'RETRIEVE_';

/** Operations that share an answer use the name of its retrieval: `TransactionAnswer`. */
export function answerName(name: DocumentedOperation): string {
  const sharing = DOCUMENTED_OPERATIONS.filter((one) => OPERATIONS[one].answer === OPERATIONS[name].answer);
  const first = sharing.find((one) => one.startsWith(RETRIEVAL)) ?? sharing[0] ?? name;
  return `${pascal(first.replace(RETRIEVAL, ''))}Answer`;
}

export function takesBody(name: DocumentedOperation): boolean {
  return Object.keys(OPERATIONS[name].request.members).length > 0;
}

/** A successful answer, by its schema's name. */
export interface NamedAnswer {
  readonly status: number;
  readonly schema: string;
  readonly doc?: string;
}

export function ownAnswer(name: DocumentedOperation): NamedAnswer {
  return { status: OPERATIONS[name].status, schema: answerName(name) };
}

export function otherAnswers(name: DocumentedOperation): NamedAnswer[] {
  const { otherAnswers: others = [] }: Operation = OPERATIONS[name];
  return others.map(({ status, answer, doc }) => ({
    status,
    schema: (answer && OTHER_ANSWERS.get(answer)) ?? answerName(name),
    doc,
  }));
}

export const ERROR = 'Error';
/** Answers that belong to several operations, by their schemas' names. */
const OTHER_ANSWERS: ReadonlyMap<Group, string> = new Map<Group, string>([
  [lockFailureAnswer, 'LockFailure'],
  [validationAnswer, 'Validation'],
]);

export function rootSchemas(): Record<string, OpenApiSchema> {
  const named = (group: Group) => {
    const name = DOCUMENTED_OPERATIONS.find((one) => OPERATIONS[one].answer === group);
    return name === undefined ? undefined : componentRef(answerName(name));
  };
  const answering = (group: Group): OpenApiSchema => ({
    description: group.doc,
    ...groupSchema(group, {
      side: 'answer',
      version: VERSION_MAX,
      named: (inner) => (inner === group ? undefined : named(inner)),
    }),
  });
  const schemas: Record<string, OpenApiSchema> = {};
  for (const name of DOCUMENTED_OPERATIONS) {
    if (takesBody(name)) {
      schemas[requestName(name)] = requestSchema(name);
    }
    schemas[answerName(name)] ??= answering(OPERATIONS[name].answer);
  }
  schemas[ERROR] = answering(errorAnswer);
  for (const [answer, name] of OTHER_ANSWERS) {
    schemas[name] = answering(answer);
  }
  return schemas;
}

/** The body may omit required fields if the operation accepts a session. */
function requestSchema(name: DocumentedOperation): OpenApiSchema {
  const operation: Operation = OPERATIONS[name];
  const { request } = operation;
  const requires = [
    ...(selector(operation) === undefined ? [] : ['apiOperation']),
    ...(request.members.session === undefined ? operation.requires : []),
  ];
  return { description: operation.doc, ...groupSchema(request, { side: 'request', version: VERSION_MAX, requires }) };
}
