/** Converts the metadata of a description to JSON Schema (2019-09). */
import type { DescriptionMetadata, ValueRules } from './facts.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * @param isClosed whether an object may have only described fields
 * @returns a schema with the types as its `$defs`; the schemas of `schemaOf` refer to them
 */
export function typesSchema({ types }: DescriptionMetadata, id: string, isClosed: boolean): JsonSchema {
  const entries = Object.entries(types).map(([name, fact]) => [name, bare(fact, id, isClosed)]);
  return { $id: id, $defs: Object.fromEntries(entries) };
}

/** @param id of the types' schema */
export function schemaOf(fact: ValueRules, id: string, isClosed: boolean): JsonSchema {
  const schema = bare(fact, id, isClosed);
  // Closed only where it is used: another type may include this one and add fields.
  return isClosed && mayClose(fact) ? { ...schema, unevaluatedProperties: false } : schema;
}

function bare(fact: ValueRules, id: string, isClosed: boolean): JsonSchema {
  const { is, type, values, pattern, format, of, fields = {}, needs = [], others, includes = [], any } = fact;
  const bases = includes.map((name) => ({ $ref: refTo(name, id) }));
  const isArray = type === 'array';
  return {
    ...(is !== undefined && { $ref: refTo(is, id) }),
    ...(type !== undefined && { type }),
    ...(values !== undefined && { enum: values }),
    ...(pattern !== undefined && { pattern }),
    ...(format !== undefined && { format }),
    ...(fact.min !== undefined && { [isArray ? 'minItems' : 'minLength']: fact.min }),
    ...(fact.max !== undefined && { [isArray ? 'maxItems' : 'maxLength']: fact.max }),
    ...(fact.least !== undefined && { minimum: fact.least }),
    ...(fact.most !== undefined && { maximum: fact.most }),
    ...(of !== undefined && { items: schemaOf(of, id, isClosed) }),
    ...(bases.length > 0 && { allOf: bases }),
    ...(others !== undefined && { additionalProperties: schemaOf(others, id, isClosed) }),
    ...(any !== undefined && { anyOf: any.map((one) => schemaOf(one, id, isClosed)) }),
    ...((fact.fields !== undefined || needs.length > 0) && {
      properties: {
        // A description may require a field that it does not describe.
        ...Object.fromEntries(needs.map((name) => [name, true])),
        ...Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, schemaOf(one, id, isClosed)])),
      },
      required: [...needs, ...Object.keys(fields).filter((name) => fields[name]?.required === true)],
    }),
  };
}

/** An object without described fields accepts any. */
function mayClose({ is, fields, includes, any }: ValueRules): boolean {
  return any === undefined && (is !== undefined || fields !== undefined || includes !== undefined);
}

function refTo(name: string, id: string): string {
  return `${id}#/$defs/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
