/** Facts of OpenAPI 3.0 descriptions: their operations and types without any sentence. */
import type { AnswerFact, Fact, Facts, OperationFact, ParameterFact } from '../../src/sandbox/description/facts.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: Fact['type'];
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Content {
  readonly $ref?: string;
  readonly required?: boolean;
  readonly content?: { readonly 'application/json'?: { readonly schema?: Schema } };
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: ParameterFact['in'];
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

export interface Description {
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters?: Readonly<Record<string, Parameter>>;
    readonly responses?: Readonly<Record<string, Content>>;
    readonly requestBodies?: Readonly<Record<string, Content>>;
  };
}

/** Their values are sentences. */
const SENTENCES: readonly string[] = ['description', 'message'];

/** The formats that the standard defines; a publisher's own are names without a rule. */
const FORMATS: readonly unknown[] = ['date-time', 'uri'] satisfies readonly Fact['format'][];

/**
 * @param descriptions by the prefix of their types
 * @param wanted operations; the types are those that they need
 * @param unwanted fields that are left out, as `prefix/type.field`
 */
export function factsOf(
  descriptions: Readonly<Record<string, Description>>,
  wanted: readonly (readonly [description: string, method: string, path: string])[],
  unwanted: readonly RegExp[],
): Facts {
  const types: Record<string, Fact> = {};
  const operations = wanted.map(([prefix, method, path]) => {
    const description = descriptions[prefix];
    const operation = description?.paths[path]?.[method.toLowerCase()];
    if (description === undefined || operation === undefined) {
      throw new Error(`${prefix} describes no ${method} ${path}.`);
    }
    const reader = new Reader(prefix, description, unwanted, types);
    return { method, path, ...reader.operation(operation) };
  });
  const from = Object.entries(descriptions).map(([prefix, { info }]) => [prefix, `${info.title} ${info.version}`]);
  const sorted = Object.entries(types).sort(([a], [b]) => (a < b ? -1 : 1));
  return { from: Object.fromEntries(from), operations, types: Object.fromEntries(sorted) };
}

class Reader {
  readonly #prefix: string;
  readonly #description: Description;
  readonly #unwanted: readonly RegExp[];
  readonly #types: Record<string, Fact>;

  constructor(prefix: string, description: Description, unwanted: readonly RegExp[], types: Record<string, Fact>) {
    this.#prefix = prefix;
    this.#description = description;
    this.#unwanted = unwanted;
    this.#types = types;
  }

  operation({ parameters = [], requestBody, responses }: Operation): Omit<OperationFact, 'method' | 'path'> {
    const { components } = this.#description;
    const read = parameters.map((one) => {
      const { name, in: place, required, schema } = components.parameters?.[lastOf(one.$ref)] ?? one;
      return { name, in: place, ...(required === true && { required }), fact: this.#fact(schema, '') };
    });
    const body = components.requestBodies?.[lastOf(requestBody?.$ref)] ?? requestBody;
    const request = body?.content?.['application/json']?.schema;
    return {
      ...(read.length > 0 && { parameters: read }),
      ...(request !== undefined && { request: this.#fact(request, '') }),
      ...(body?.required === true && { requestRequired: true as const }),
      answers: Object.fromEntries(Object.entries(responses).map(([status, one]) => [status, this.#answer(one)])),
    };
  }

  /** An error's schema is the error's type and, beside it, the issues that it may name. */
  #answer(given: Content): AnswerFact {
    const { content } = this.#description.components.responses?.[lastOf(given.$ref)] ?? given;
    const schema = content?.['application/json']?.schema;
    const [error, listed] = schema?.allOf ?? [];
    if (schema === undefined || error?.$ref === undefined || listed?.$ref === undefined) {
      return schema === undefined ? {} : { body: this.#fact(schema, '') };
    }
    const issues = issuesIn(this.#description.components.schemas[lastOf(listed.$ref)] ?? {});
    return { body: this.#fact(error, ''), ...(issues.length > 0 && { issues }) };
  }

  /** @param at the type and field that the schema is of */
  #fact(schema: Schema, at: string): Fact {
    if (schema.$ref !== undefined) {
      return { is: this.#type(lastOf(schema.$ref)) };
    }
    const { type, pattern, items, minimum, maximum, format } = schema;
    const isSentence = SENTENCES.includes(at.split('.').at(-1) ?? '');
    const min = schema.minLength ?? schema.minItems;
    const max = schema.maxLength ?? schema.maxItems;
    const any = schema.anyOf ?? schema.oneOf;
    const parts = schema.allOf ?? [];
    const includes = parts.flatMap(({ $ref }) => ($ref === undefined ? [] : [this.#type(lastOf($ref))]));
    const fields = [schema, ...parts].flatMap((part) => this.#fields(part, at));
    return {
      ...(type !== undefined && { type }),
      ...(schema.enum !== undefined && !isSentence && { values: schema.enum }),
      ...(pattern !== undefined && { pattern }),
      ...(FORMATS.includes(format) && { format: format as Fact['format'] & string }),
      ...(min !== undefined && { min }),
      ...(max !== undefined && { max }),
      ...(minimum !== undefined && { least: minimum }),
      ...(maximum !== undefined && { most: maximum }),
      ...(items !== undefined && { of: this.#fact(items, at) }),
      ...(includes.length > 0 && { includes }),
      ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
      ...(any !== undefined && { any: any.map((one) => this.#fact(one, at)) }),
    };
  }

  #fields({ properties = {}, required = [] }: Schema, at: string): [string, Fact][] {
    return Object.entries(properties)
      .map(([name, schema]) => ({ name, schema, path: `${at}.${name}` }))
      .filter(({ path }) => !this.#unwanted.some((pattern) => pattern.test(path)))
      .map(({ name, schema, path }) => [
        name,
        { ...this.#fact(schema, path), ...(required.includes(name) && { required: true as const }) },
      ]);
  }

  #type(name: string): string {
    const key = `${this.#prefix}/${name}`;
    if (this.#types[key] === undefined) {
      // Before it is read: a type may hold itself.
      this.#types[key] = {};
      this.#types[key] = this.#fact(this.#description.components.schemas[name] ?? {}, key);
    }
    return key;
  }
}

function issuesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  const { issue } = ((value as Schema).properties ?? {}) as Record<string, Schema>;
  const below = Object.values(value).flatMap(issuesIn);
  return [...new Set([...(issue?.enum ?? []), ...below])];
}

function lastOf(ref: string | undefined): string {
  return ref?.split('/').at(-1) ?? '';
}
