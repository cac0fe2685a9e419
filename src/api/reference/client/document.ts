/**
 * The typed client for merchants' servers, generated from the contract's newest version: one method per operation, with
 * the types of its fields and answer. `npm run reference` writes it to `docs/turnpike-client.ts`; the gateway serves
 * the same file at `/docs/turnpike-client.ts`.
 */
import { readFileSync } from 'node:fs';
import { selector } from '../../../contract/calls.ts';
import { VERSION_MAX } from '../../../contract/field.ts';
import type { Operation } from '../../../contract/operation.ts';
import { OPERATIONS } from '../../../contract/operations.ts';
import { DOCUMENTED_OPERATIONS, type DocumentedOperation } from '../documented-operations.ts';
import { components } from '../openapi/components.ts';
import { answerName, pascal, requestName, rootSchemas, takesBody } from '../openapi/openapi-requests.ts';
import { withInner } from './needed-schemas.ts';
import { comment, declaration, typeName } from './types.ts';

/** Read when this module loads, because an upgrade in the same checkout replaces the file. */
const RUNTIME = readFileSync(new URL('./runtime.ts', import.meta.url), 'utf8');

/** The operations of the client's version. */
const CLIENT_OPERATIONS = DOCUMENTED_OPERATIONS.filter((name) => {
  const { until = Number.POSITIVE_INFINITY }: Operation = OPERATIONS[name];
  return until > VERSION_MAX;
});

/** The text that is served and committed. */
export function clientText(): string {
  const schemas = components(rootSchemas());
  const needed = withInner(CLIENT_OPERATIONS.flatMap(schemasOf), schemas);
  return [RUNTIME, clientClass(), ...needed.map((name) => declaration(name, schemas[name] ?? {}))].join('\n');
}

function schemasOf(name: DocumentedOperation): string[] {
  return [...(hasBody(name) ? [requestName(name)] : []), answerName(name)];
}

function hasBody(name: DocumentedOperation): boolean {
  return takesBody(name) && OPERATIONS[name].method !== 'GET';
}

function clientClass(): string {
  return `/** Each method is an operation of version ${VERSION_MAX}, named after it. */
export class Turnpike {
  readonly #connection: Connection;

  constructor(options: TurnpikeOptions) {
    this.#connection = new Connection(options, ${VERSION_MAX});
  }

${CLIENT_OPERATIONS.map(methodText).join('\n')}}
`;
}

function methodText(name: DocumentedOperation): string {
  const operation: Operation = OPERATIONS[name];
  const { doc, method, path } = operation;
  const chosen = selector(operation);
  const body = chosen === undefined ? 'fields' : `{ ...fields, apiOperation: '${chosen}' }`;
  const address = addressOf(path);
  const parameters = [...address, ...(hasBody(name) ? [fieldsOf(name)] : [])];
  const sent = [`'${method}'`, `'${path}'`, address.length === 0 ? '{}' : 'address', ...(hasBody(name) ? [body] : [])];
  return `${comment({ description: doc }, '  ')}  ${camel(name)}(
${parameters.map((parameter) => `    ${parameter},\n`).join('')}  ): Promise<${typeName(answerName(name))}> {
    return this.#connection.call(${sent.join(', ')});
  }
`;
}

function addressOf(path: string): string[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `readonly ${name}: string`);
  return names.length === 0 ? [] : [`address: { ${names.join('; ')} }`];
}

/** Required fields may be omitted if a session provides them. */
function fieldsOf(name: DocumentedOperation): string {
  const { request, requires, alternatives = [requires] }: Operation = OPERATIONS[name];
  const type = typeName(requestName(name));
  const fields = selector(OPERATIONS[name]) === undefined ? type : `Omit<${type}, 'apiOperation'>`;
  if (alternatives.every((paths) => paths.length === 0)) {
    return `fields: ${fields} = {}`;
  }
  // Without a session, the request's own type requires the fields.
  return request.members.session === undefined
    ? `fields: ${fields}`
    : `fields: ${fields} &\n      (${alternativesType(alternatives)} | WithSession)`;
}

/** @example alternativesType([['order.amount', 'order.id'], ['order.amount', 'order.reference']]) */
export function alternativesType(alternatives: readonly (readonly string[])[]): string {
  const [first = [], ...others] = alternatives;
  const common = first.filter((path) => others.every((paths) => paths.includes(path)));
  const own = alternatives.map((paths) => givenType(paths.filter((path) => !common.includes(path))));
  if (others.length === 0) {
    return givenType(common);
  }
  return common.length === 0 ? own.join(' | ') : `${givenType(common)} &\n        (${own.join('\n          | ')})`;
}

/** @example givenType(['order.amount']) // '{ readonly order: { readonly amount: {} } }' */
function givenType(paths: readonly string[]): string {
  const inner = Map.groupBy(paths, (path) => path.split('.', 1)[0] ?? '');
  const members = [...inner].map(([name, below]) => {
    const rest = below.map((path) => path.slice(name.length + 1)).filter((path) => path !== '');
    return `readonly ${name}: ${rest.length === 0 ? '{}' : givenType(rest)}`;
  });
  return `{ ${members.join('; ')} }`;
}

export function camel(name: DocumentedOperation): string {
  const text = pascal(name);
  return text.charAt(0).toLowerCase() + text.slice(1);
}
