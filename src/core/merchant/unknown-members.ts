/** Finds members of a value that its schema does not have, at any depth. */
import { z } from 'zod';

/** Reports the unknown members, except notes, which begin with an underscore. */
export function nameUnknown(
  schema: z.ZodType,
  given: unknown,
  path: readonly (string | number)[],
  context: z.RefinementCtx,
): void {
  const element = elementOf(schema);
  if (element !== undefined && Array.isArray(given)) {
    for (const [index, one] of given.entries()) {
      nameUnknown(element, one, [...path, index], context);
    }
    return;
  }
  const shape = shapeOf(schema);
  if (shape === undefined || typeof given !== 'object' || given === null) {
    return;
  }
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith('_')) {
      continue;
    }
    const member = shape[name];
    if (member === undefined) {
      context.addIssue({ code: 'custom', path: [...path, name], message: 'there is no such member' });
    } else {
      nameUnknown(member, value, [...path, name], context);
    }
  }
}

/** The schema of a list's elements, unwrapped from defaults. */
function elementOf(schema: z.ZodType): z.ZodType | undefined {
  if (schema instanceof z.ZodArray) {
    return schema.element as z.ZodType;
  }
  return schema instanceof z.ZodDefault ? elementOf(schema.unwrap() as z.ZodType) : undefined;
}

/** The members of an object schema, unwrapped from defaults and null. */
function shapeOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> | undefined {
  if (schema instanceof z.ZodObject) {
    return schema.shape;
  }
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodNullable) {
    return shapeOf(schema.unwrap() as z.ZodType);
  }
  return undefined;
}
