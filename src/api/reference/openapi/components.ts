/**
 * Extracts repeated schemas: a group in two requests, or in a request and an answer, becomes one schema under
 * `components`, so that a generated client has one class for it.
 */
import type { OpenApiSchema } from './json-schema.ts';

/** Minimum length of a schema with a name of its own. Shorter schemas are clearer inline. */
const NAMED_CHARACTERS_MIN = 400;

const COMPONENTS = '#/components/schemas/';

interface SchemaUse {
  readonly schema: OpenApiSchema;
  /** The path to its first occurrence, beginning with the root's name. */
  readonly place: readonly string[];
  /** Distinct occurrences. A group that is reused counts its members once. */
  readonly places: Set<string>;
}

export function componentRef(name: string): string {
  return COMPONENTS + name;
}

/**
 * @param roots schemas by their final names
 * @returns the roots and the schemas that they share, by name
 */
export function components(roots: Readonly<Record<string, OpenApiSchema>>): Record<string, OpenApiSchema> {
  const found = new Map<string, SchemaUse>();
  for (const [name, schema] of Object.entries(roots)) {
    collect(schema, [name], name, found);
  }
  const names = namesOf(found, new Set(Object.keys(roots)));
  const all: Record<string, OpenApiSchema> = {};
  for (const [name, schema] of Object.entries(roots)) {
    all[name] = withReferences(schema, names, true);
  }
  for (const [key, name] of names) {
    all[name] = withReferences(withoutDescription(found.get(key)!.schema), names, true);
  }
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Drops the description, which may differ between occurrences of the same schema. */
function withoutDescription({ description: _description, ...schema }: OpenApiSchema): OpenApiSchema {
  return schema;
}

const keyOf = (schema: OpenApiSchema): string => JSON.stringify(withoutDescription(schema));

function isObject(value: unknown): value is OpenApiSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function collect(schema: OpenApiSchema, place: readonly string[], around: string, found: Map<string, SchemaUse>): void {
  for (const [name, inner] of Object.entries((schema.properties ?? {}) as Record<string, OpenApiSchema>)) {
    // A list's element takes the list's name.
    const group = [inner, inner.items, inner.additionalProperties].find(
      (one) => isObject(one) && isObject(one.properties),
    );
    if (!isObject(group)) {
      continue;
    }
    const key = keyOf(group);
    const known = found.get(key);
    const at = `${around} ${name}`;
    if (known !== undefined) {
      known.places.add(at);
    } else {
      found.set(key, { schema: group, place: [...place, name], places: new Set([at]) });
      collect(group, [...place, name], key, found);
    }
  }
}

/**
 * Names a schema by the shortest unused suffix of its path: `Address`, then `StatementDescriptorAddress`, then the
 * whole path with the root's name.
 */
function namesOf(found: ReadonlyMap<string, SchemaUse>, taken: Set<string>): Map<string, string> {
  const names = new Map<string, string>();
  for (const [key, { place, places }] of found) {
    if (places.size < 2 || key.length < NAMED_CHARACTERS_MIN) {
      continue;
    }
    const [root = '', ...path] = place;
    const inAnswersOnly = root.endsWith('Answer');
    const ends = path.map((_, index) =>
      path
        .slice(-1 - index)
        .map(capitalize)
        .join(''),
    );
    const name = [
      ...ends.map((end) => (inAnswersOnly ? `Answered${end}` : end)),
      root + path.map(capitalize).join(''),
    ].find((one) => !taken.has(one));
    if (name === undefined) {
      throw new TypeError(`No name is left for the schema at ${place.join('.')}.`);
    }
    taken.add(name);
    names.set(key, name);
  }
  return names;
}

const capitalize = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

function withReferences(schema: OpenApiSchema, names: ReadonlyMap<string, string>, isRoot = false): OpenApiSchema {
  const name = isRoot ? undefined : names.get(keyOf(schema));
  if (name !== undefined) {
    const { description } = schema;
    return { ...(description !== undefined && { description }), $ref: componentRef(name) };
  }
  const { properties, items, additionalProperties } = schema;
  return {
    ...schema,
    ...(isObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([member, inner]) => [member, withReferences(inner as OpenApiSchema, names)]),
      ),
    }),
    ...(isObject(items) && { items: withReferences(items, names) }),
    ...(isObject(additionalProperties) && { additionalProperties: withReferences(additionalProperties, names) }),
  };
}
