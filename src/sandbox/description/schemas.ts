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

/** @param id the id of the schema that holds the types */
export function schemaOf(fact: ValueRules, id: string, isClosed: boolean): JsonSchema {
  const schema = bare(fact, id, isClosed);
  // A type is closed only where it is used, since another type may include it and add fields.
  return isClosed && mayClose(fact) ? { ...schema, unevaluatedProperties: false } : schema;
}

function bare(fact: ValueRules, id: string, isClosed: boolean): JsonSchema {
  const { is, type, values, pattern, format, of, fields = {}, needs = [], others, includes = [], any } = fact;
  const bases = includes.map((name) => ({ $ref: refTo(name, id) }));
  const isArray = type === 'array';
  const hasFields = fact.fields !== undefined || needs.length > 0;
  return {
    $ref: is === undefined ? undefined : refTo(is, id),
    type,
    enum: values,
    pattern,
    format,
    minItems: isArray ? fact.min : undefined,
    maxItems: isArray ? fact.max : undefined,
    minLength: isArray ? undefined : fact.min,
    maxLength: isArray ? undefined : fact.max,
    minimum: fact.least,
    maximum: fact.most,
    items: of === undefined ? undefined : schemaOf(of, id, isClosed),
    allOf: bases.length > 0 ? bases : undefined,
    additionalProperties: others === undefined ? undefined : schemaOf(others, id, isClosed),
    anyOf: any?.map((one) => schemaOf(one, id, isClosed)),
    properties: hasFields ? propertiesOf(needs, fields, id, isClosed) : undefined,
    required: hasFields
      ? [...needs, ...Object.keys(fields).filter((name) => fields[name]?.required === true)]
      : undefined,
  };
}

/** A description may require a field that it does not describe. */
function propertiesOf(
  needs: readonly string[],
  fields: Readonly<Record<string, ValueRules>>,
  id: string,
  isClosed: boolean,
): JsonSchema {
  return {
    ...Object.fromEntries(needs.map((name) => [name, true])),
    ...Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, schemaOf(one, id, isClosed)])),
  };
}

/** Whether undescribed fields may be refused. An object without described fields accepts any field. */
function mayClose({ is, fields, includes, any }: ValueRules): boolean {
  return any === undefined && (is !== undefined || fields !== undefined || includes !== undefined);
}

function refTo(name: string, id: string): string {
  return `${id}#/$defs/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
