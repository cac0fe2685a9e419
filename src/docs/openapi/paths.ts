/**
 * The document's paths: every address with its methods, and for each method the operations that its body selects from.
 */
import { OPERATIONS, type Operation } from '../../contract/operations.ts';
import { chapters, DOCUMENTED, type DocumentedOperation, fixedOperation } from '../documented.ts';
import { STATUSES } from '../error-catalogue.ts';
import { EXAMPLES } from '../examples.ts';
import { componentRef } from './components.ts';
import type { JsonSchema } from './json-schema.ts';
import { answerName, LOCK_FAILURE, pascal, requestName, takesBody } from './openapi-requests.ts';

const BASE = '/api/rest/version/{version}/merchant/{merchantId}';

/** These answer GET as well, on the same address and without a body. */
const ALSO_BY_GET: readonly DocumentedOperation[] = ['PAYMENT_OPTIONS_INQUIRY'];

/** Statuses of success beside the operation's own. */
const OTHER_SUCCESSES: Readonly<Partial<Record<DocumentedOperation, Readonly<Record<number, string>>>>> = {
  CREATE_TOKEN: { 200: 'The token that the card has already, changed; or, with result FAILURE, what was not stored.' },
  UPDATE_TOKEN: { 201: 'The token was new.' },
};

interface Call {
  readonly method: string;
  readonly path: string;
  /** More than one if the body selects the operation. */
  readonly operations: readonly DocumentedOperation[];
}

export function paths(): Record<string, JsonSchema> {
  const all: Record<string, Record<string, unknown>> = {};
  for (const call of calls()) {
    const path = BASE + call.path;
    all[path] = { parameters: parametersOf(path), ...all[path], [call.method.toLowerCase()]: operationOf(call) };
  }
  return all;
}

function calls(): Call[] {
  const found = new Map<string, { method: string; path: string; operations: DocumentedOperation[] }>();
  const add = (method: string, name: DocumentedOperation) => {
    const { path }: Operation = OPERATIONS[name];
    const call = found.get(`${method} ${path}`) ?? { method, path, operations: [] };
    call.operations.push(name);
    found.set(`${method} ${path}`, call);
  };
  for (const name of DOCUMENTED) {
    add(OPERATIONS[name].method, name);
  }
  for (const name of ALSO_BY_GET) {
    add('GET', name);
  }
  return [...found.values()];
}

function parametersOf(path: string): JsonSchema[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ $ref: `#/components/parameters/${name}` }));
}

function operationOf(call: Call): JsonSchema {
  const { method, operations } = call;
  const [first] = operations;
  const { title, doc }: Operation = OPERATIONS[first!];
  const one = operations.length === 1;
  const body = method === 'GET' ? [] : operations.filter(takesBody);
  return {
    operationId: operationId(call),
    tags: chapters()
      .filter(({ operations: inChapter }) => inChapter.includes(first!))
      .map((chapter) => chapter.title),
    summary: one ? title : operations.map((name) => OPERATIONS[name].title).join(', '),
    description: one ? doc : operations.map((name) => `- **${name}**: ${OPERATIONS[name].doc}`).join('\n'),
    ...(body.length > 0 && { requestBody: requestBody(body) }),
    responses: responses(call),
  };
}

/** `retrieveOrder`; for several operations the method and the resource: `putTransaction`. */
function operationId({ method, path, operations: [name, ...others] }: Call): string {
  const resource = path.split('/').findLast((segment) => segment !== '' && !segment.startsWith('{')) ?? '';
  if (others.length > 0 || OPERATIONS[name!].method !== method) {
    return method.toLowerCase() + resource.charAt(0).toUpperCase() + resource.slice(1);
  }
  const camel = pascal(name!);
  return camel.charAt(0).toLowerCase() + camel.slice(1);
}

function requestBody(operations: readonly DocumentedOperation[]): JsonSchema {
  return {
    required: operations.every((name) => fixedOperation(OPERATIONS[name]) !== undefined),
    content: {
      'application/json': {
        schema: oneOf(operations),
        examples: Object.fromEntries(
          operations.map((name) => [name, { summary: OPERATIONS[name].title, value: EXAMPLES[name].call.body ?? {} }]),
        ),
      },
    },
  };
}

/**
 * Discriminated by `apiOperation` if each of them has it; an operation without it accepts the bodies of the others too.
 */
function oneOf(operations: readonly DocumentedOperation[]): JsonSchema {
  const refs = operations.map((name) => ({ $ref: componentRef(requestName(name)) }));
  if (refs.length === 1) {
    return refs[0]!;
  }
  const selected = operations.every((name) => fixedOperation(OPERATIONS[name]) !== undefined);
  if (!selected) {
    return { anyOf: refs };
  }
  const mapping = Object.fromEntries(operations.map((name) => [name, componentRef(requestName(name))]));
  return { oneOf: refs, discriminator: { propertyName: 'apiOperation', mapping } };
}

function responses({ operations, method, path }: Call): JsonSchema {
  const answered: Record<string, JsonSchema> = {};
  for (const status of new Set(operations.map((name) => OPERATIONS[name].status))) {
    const answers = [...new Set(operations.filter((name) => OPERATIONS[name].status === status).map(answerName))];
    answered[status] = response(answers, status === 201 ? 'What was made.' : 'What was asked for.');
  }
  for (const name of operations) {
    for (const [status, description] of Object.entries(OTHER_SUCCESSES[name] ?? {})) {
      answered[status] = response([answerName(name)], description);
    }
  }
  if (method === 'PUT' && path.includes('/transaction/')) {
    answered[200] = response([LOCK_FAILURE], 'The order was locked by another operation: nothing was recorded.');
  }
  const errors = STATUSES.filter(({ name }) => name !== undefined);
  return {
    ...answered,
    ...Object.fromEntries(errors.map(({ name, status }) => [status, { $ref: `#/components/responses/${name}` }])),
  };
}

function response(answers: readonly string[], description: string): JsonSchema {
  const refs = answers.map((name) => ({ $ref: componentRef(name) }));
  return {
    description,
    headers: { 'X-Ignored-Fields': { $ref: '#/components/headers/X-Ignored-Fields' } },
    content: { 'application/json': { schema: refs.length === 1 ? refs[0] : { anyOf: refs } } },
  };
}
