/** Selects the schemas of the document that a file needs. */
import { componentRef } from '../openapi/components.ts';
import type { OpenApiSchema } from '../openapi/json-schema.ts';

/** Returns the named schemas and those that they reference. */
export function withInner(names: readonly string[], schemas: Readonly<Record<string, OpenApiSchema>>): string[] {
  const found = new Set<string>();
  const add = (name: string): void => {
    if (!found.has(name)) {
      found.add(name);
      refsIn(schemas[name]).forEach(add);
    }
  };
  names.forEach(add);
  return [...found].sort();
}

const REFS = new RegExp(`"\\$ref":"${componentRef('')}([^"]+)"`, 'g');

function refsIn(schema: OpenApiSchema | undefined): string[] {
  return [...JSON.stringify(schema ?? {}).matchAll(REFS)].map(([, name = '']) => name);
}
