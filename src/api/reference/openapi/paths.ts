/** The document's paths: every address with its methods. The body of a call selects one of the method's operations. */
import { CONTRACT_CALLS, type ContractCall, MERCHANT_PATH, resourceOf, selector } from '../../../contract/calls.ts';
import { STATUSES } from '../../../contract/errors/statuses.ts';
import type { Operation } from '../../../contract/operation.ts';
import { OPERATIONS } from '../../../contract/operations.ts';
import { chapters, type DocumentedOperation } from '../documented-operations.ts';
import { EXAMPLES } from '../examples.ts';
import { componentRef } from './components.ts';
import { type OpenApiSchema, requestedSchema } from './json-schema.ts';
import { otherAnswers, ownAnswer, pascal, requestName, takesBody } from './openapi-requests.ts';

/** Authentication of an operation, where it differs from the document's default. */
const SECURITY = { MERCHANT: undefined, MERCHANT_OR_SESSION: [{ password: [] }, { certificate: [] }, { session: [] }] };

export function paths(): Record<string, OpenApiSchema> {
  const all: Record<string, Record<string, unknown>> = {};
  for (const call of CONTRACT_CALLS) {
    const path = MERCHANT_PATH + call.path;
    all[path] = { parameters: parametersOf(path), ...all[path], [call.method.toLowerCase()]: operationOf(call) };
  }
  return all;
}

function parametersOf(path: string): OpenApiSchema[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ $ref: `#/components/parameters/${name}` }));
}

function operationOf(call: ContractCall): OpenApiSchema {
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
    security: SECURITY[call.access],
    ...queryOf(operations),
    requestBody: body.length > 0 ? requestBody(body) : undefined,
    responses: responses(call),
  };
}

/** The query parameters of all operations of the call. */
function queryOf(operations: readonly DocumentedOperation[]): OpenApiSchema {
  const members = operations.flatMap((name) => {
    const { query }: Operation = OPERATIONS[name];
    return Object.entries(query?.members ?? {});
  });
  const parameters = [...new Map(members)].flatMap(([name, node]) =>
    node.kind === 'field' ? [{ name, in: 'query', description: node.doc, schema: requestedSchema(node.type) }] : [],
  );
  return parameters.length === 0 ? {} : { parameters };
}

/** `retrieveOrder`; for several operations the method and the resource: `putTransaction`. */
function operationId({ method, path, operations: [name, ...others] }: ContractCall): string {
  const resource = resourceOf(path);
  if (others.length > 0 || OPERATIONS[name!].method !== method) {
    return method.toLowerCase() + resource.charAt(0).toUpperCase() + resource.slice(1);
  }
  const camel = pascal(name!);
  return camel.charAt(0).toLowerCase() + camel.slice(1);
}

function requestBody(operations: readonly DocumentedOperation[]): OpenApiSchema {
  return {
    required: operations.every((name) => selector(OPERATIONS[name]) !== undefined),
    content: {
      'application/json': {
        schema: oneOf(operations),
        examples: Object.fromEntries(
          operations.map((name) => [
            name,
            { summary: OPERATIONS[name].title, value: withIds(EXAMPLES[name].call.body) },
          ]),
        ),
      },
    },
  };
}

/** An id of the length that the schema requires, which no real session has. */
const EXAMPLE_SESSION = 'SESSION0002000000000000000000A1';

/** Replaces shell variables of the examples by ids. */
function withIds(body: object = {}): unknown {
  return JSON.parse(JSON.stringify(body).replaceAll('$SESSION', EXAMPLE_SESSION));
}

/**
 * The schemas are discriminated by `apiOperation` if all operations have it. Otherwise the operation without it also
 * accepts the bodies of the others.
 */
function oneOf(operations: readonly DocumentedOperation[]): OpenApiSchema {
  const refs = operations.map((name) => ({ $ref: componentRef(requestName(name)) }));
  if (refs.length === 1) {
    return refs[0]!;
  }
  const selected = operations.every((name) => selector(OPERATIONS[name]) !== undefined);
  if (!selected) {
    return { anyOf: refs };
  }
  const mapping = Object.fromEntries(operations.map((name) => [name, componentRef(requestName(name))]));
  return { oneOf: refs, discriminator: { propertyName: 'apiOperation', mapping } };
}

const DESCRIPTIONS: Readonly<Record<number, string>> = { 200: 'The requested resource.', 201: 'The created resource.' };

function responses({ operations }: ContractCall): OpenApiSchema {
  const answers = [...operations.map(ownAnswer), ...operations.flatMap(otherAnswers)];
  const answered: Record<string, OpenApiSchema> = {};
  for (const status of new Set(answers.map((one) => one.status))) {
    const here = answers.filter((one) => one.status === status);
    const descriptions = new Set(here.map(({ doc }) => doc ?? DESCRIPTIONS[status]));
    answered[status] = response([...new Set(here.map(({ schema }) => schema))], [...descriptions].join(' Or: '));
  }
  const errors = STATUSES.filter(({ name }) => name !== undefined);
  return {
    ...answered,
    ...Object.fromEntries(errors.map(({ name, status }) => [status, { $ref: `#/components/responses/${name}` }])),
  };
}

function response(answers: readonly string[], description: string): OpenApiSchema {
  const refs = answers.map((name) => ({ $ref: componentRef(name) }));
  return {
    description,
    headers: { 'X-Ignored-Fields': { $ref: '#/components/headers/X-Ignored-Fields' } },
    content: { 'application/json': { schema: refs.length === 1 ? refs[0] : { anyOf: refs } } },
  };
}
