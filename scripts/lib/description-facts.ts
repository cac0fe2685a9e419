/** Extracts the operations and types of OpenAPI 3.0 descriptions, without any sentence. */
import type {
  AnswerRules,
  DescriptionMetadata,
  OperationRules,
  ParameterRules,
  ValueRules,
} from '../../src/sandbox/description/facts.ts';

/** Media types of bodies in JSON. Errors may have a type of their own (RFC 7807). */
const JSON_TYPES = ['application/json', 'application/problem+json'] as const;

interface Schema {
  readonly $ref?: string;
  readonly type?: ValueRules['type'];
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
  readonly additionalProperties?: Schema | boolean;
}

interface Content {
  readonly $ref?: string;
  readonly required?: boolean;
  readonly content?: Readonly<Partial<Record<(typeof JSON_TYPES)[number], { readonly schema?: Schema }>>>;
  readonly headers?: Readonly<Record<string, Header>>;
}

interface Header {
  readonly $ref?: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: ParameterRules['in'];
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
  /** The requests that the described server makes itself, by name and address. */
  readonly callbacks?: Readonly<Record<string, Paths>>;
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

export interface Description {
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Paths;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters?: Readonly<Record<string, Parameter>>;
    readonly responses?: Readonly<Record<string, Content>>;
    readonly requestBodies?: Readonly<Record<string, Content>>;
    readonly headers?: Readonly<Record<string, Header>>;
  };
}

/** Properties with sentences as values. */
const SENTENCES: readonly string[] = ['description', 'message'];

/** The formats that the standard defines. A publisher's own format is a name without a rule. */
const FORMATS: readonly unknown[] = ['date-time', 'ipv4', 'uri', 'uuid'] satisfies readonly ValueRules['format'][];

/**
 * @param descriptions the descriptions by the prefix of their types
 * @param wanted the operations to include, with their types
 * @param unwanted types and fields to omit, as `prefix/type` and `prefix/type.field`
 * @param unformatted fields whose format is omitted
 */
export function factsOf(
  descriptions: Readonly<Record<string, Description>>,
  wanted: readonly (readonly [description: string, method: string, path: string])[],
  unwanted: readonly RegExp[],
  unformatted: readonly RegExp[] = [],
): DescriptionMetadata {
  const types: Record<string, ValueRules> = {};
  const operations = wanted.map(([prefix, method, path]) => {
    const description = descriptions[prefix];
    const operation = description && operationAt(description, path, method.toLowerCase());
    if (description === undefined || operation === undefined) {
      throw new Error(`${prefix} describes no ${method} ${path}.`);
    }
    const reader = new Reader(prefix, description, { unwanted, unformatted }, types);
    return { method, path, ...reader.operation(operation) };
  });
  const from = Object.entries(descriptions).map(([prefix, { info }]) => [prefix, `${info.title} ${info.version}`]);
  const sorted = Object.entries(types).sort(([a], [b]) => (a < b ? -1 : 1));
  return { from: Object.fromEntries(from), operations, types: Object.fromEntries(sorted) };
}

function operationAt({ paths }: Description, path: string, method: string): Operation | undefined {
  const all = Object.values(paths).flatMap((operations) => Object.values(operations));
  const called = all.flatMap(({ callbacks = {} }) => Object.values(callbacks));
  return [paths, ...called].map((one) => one[path]?.[method]).find((one) => one !== undefined);
}

/** Types, fields and formats to omit. */
interface Leaves {
  readonly unwanted: readonly RegExp[];
  readonly unformatted: readonly RegExp[];
}

class Reader {
  readonly #prefix: string;
  readonly #description: Description;
  readonly #leaves: Leaves;
  readonly #types: Record<string, ValueRules>;

  constructor(prefix: string, description: Description, leaves: Leaves, types: Record<string, ValueRules>) {
    this.#prefix = prefix;
    this.#description = description;
    this.#leaves = leaves;
    this.#types = types;
  }

  operation({ parameters = [], requestBody, responses }: Operation): Omit<OperationRules, 'method' | 'path'> {
    const { components } = this.#description;
    const read = parameters.map((one) => {
      const { name, in: place, required, schema } = components.parameters?.[lastOf(one.$ref)] ?? one;
      return { name, in: place, ...(required === true && { required }), fact: this.#fact(schema, '') };
    });
    const body = components.requestBodies?.[lastOf(requestBody?.$ref)] ?? requestBody;
    const request = schemaIn(body?.content);
    return {
      ...(read.length > 0 && { parameters: read }),
      ...(request !== undefined && { request: this.#fact(request, '') }),
      ...(body?.required === true && { requestRequired: true as const }),
      answers: Object.fromEntries(Object.entries(responses).map(([status, one]) => [status, this.#answer(one)])),
    };
  }

  /** An error's schema is the error's type and, beside it, the issues that it may name. */
  #answer(given: Content): AnswerRules {
    const { content, headers = {} } = this.#description.components.responses?.[lastOf(given.$ref)] ?? given;
    const needed = Object.entries(headers).flatMap(([name, one]) => {
      const { required } = this.#description.components.headers?.[lastOf(one.$ref)] ?? one;
      return required === true ? [name] : [];
    });
    return { ...(needed.length > 0 && { headers: needed }), ...this.#answerBody(content) };
  }

  #answerBody(content: Content['content']): AnswerRules {
    const schema = schemaIn(content);
    const [error, listed] = schema?.allOf ?? [];
    if (schema === undefined || error?.$ref === undefined || listed?.$ref === undefined) {
      return schema === undefined ? {} : { body: this.#fact(schema, '') };
    }
    const issues = issuesIn(this.#description.components.schemas[lastOf(listed.$ref)] ?? {});
    return { body: this.#fact(error, ''), ...(issues.length > 0 && { issues }) };
  }

  /** @param at the type and field that the schema describes */
  #fact(schema: Schema, at: string): ValueRules {
    if (schema.$ref !== undefined) {
      return { is: this.#type(lastOf(schema.$ref)) };
    }
    const { type, pattern, items, minimum, maximum, format } = schema;
    const isSentence = SENTENCES.includes(at.split('.').at(-1) ?? '');
    const min = schema.minLength ?? schema.minItems;
    const max = schema.maxLength ?? schema.maxItems;
    const any = this.#wanted(schema.anyOf ?? schema.oneOf);
    const [only] = any ?? [];
    if (only !== undefined && any?.length === 1) {
      return this.#fact(only, at);
    }
    const others = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
    const parts = schema.allOf ?? [];
    const needs = neededOf(schema, parts);
    const includes = parts.flatMap(({ $ref }) => ($ref === undefined ? [] : [this.#type(lastOf($ref))]));
    const fields = [schema, ...parts].flatMap((part) => this.#fields(part, at));
    return {
      ...(type !== undefined && { type }),
      ...(schema.enum !== undefined && !isSentence && { values: schema.enum }),
      ...(pattern !== undefined && { pattern }),
      ...(FORMATS.includes(format) &&
        !this.#leaves.unformatted.some((one) => one.test(at)) && { format: format as ValueRules['format'] & string }),
      ...(min !== undefined && { min }),
      ...(max !== undefined && { max }),
      ...(minimum !== undefined && { least: minimum }),
      ...(maximum !== undefined && { most: maximum }),
      ...(items !== undefined && { of: this.#fact(items, at) }),
      ...(includes.length > 0 && { includes }),
      ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
      ...(needs.length > 0 && { needs }),
      ...(others !== undefined && { others: this.#fact(others, at) }),
      ...(any !== undefined && { any: any.map((one) => this.#fact(one, at)) }),
    };
  }

  #wanted(schemas: readonly Schema[] | undefined): readonly Schema[] | undefined {
    return schemas?.filter(({ $ref }) => $ref === undefined || !this.#isUnwanted(`${this.#prefix}/${lastOf($ref)}`));
  }

  #isUnwanted(path: string): boolean {
    return this.#leaves.unwanted.some((pattern) => pattern.test(path));
  }

  #fields({ properties = {}, required = [] }: Schema, at: string): [string, ValueRules][] {
    return Object.entries(properties)
      .map(([name, schema]) => ({ name, schema, path: `${at}.${name}` }))
      .filter(({ path }) => !this.#isUnwanted(path))
      .map(({ name, schema, path }) => [
        name,
        { ...this.#fact(schema, path), ...(required.includes(name) && { required: true as const }) },
      ]);
  }

  #type(name: string): string {
    const key = `${this.#prefix}/${name}`;
    if (this.#types[key] === undefined) {
      // Set before the type is read, since a type may contain itself.
      this.#types[key] = {};
      this.#types[key] = this.#fact(this.#description.components.schemas[name] ?? {}, key);
    }
    return key;
  }
}

/** Required properties that are described in another part of the schema than the one that requires them, or in none. */
function neededOf(schema: Schema, parts: readonly Schema[]): string[] {
  return [schema, ...parts].flatMap(({ required = [], properties = {} }) =>
    required.filter((name) => !(name in properties)),
  );
}

function schemaIn(content: Content['content']): Schema | undefined {
  return JSON_TYPES.map((type) => content?.[type]?.schema).find((schema) => schema !== undefined);
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
