/** Small helpers over the values of `readGroup`: look up by dotted path, merge, make a canonical text. */
import type { Value, Values } from './read.ts';
import type { FieldPath, RequestFields } from './request-fields.ts';
import { Secret } from './secret.ts';

export function isGroup(value: Value | undefined): value is Values {
  return typeof value === 'object' && !Array.isArray(value) && !(value instanceof Secret);
}

/**
 * For paths that come from a table; a field that is known where the code is written is read as a property.
 *
 * @example textAt(fields, 'order.amount')
 */
export function textAt(fields: RequestFields | undefined, path: FieldPath): string | undefined {
  const value = valueAt(fields, path);
  return typeof value === 'string' ? value : undefined;
}

export function secretAt(fields: RequestFields | undefined, path: FieldPath): Secret | undefined {
  const value = valueAt(fields, path);
  return value instanceof Secret ? value : undefined;
}

export function valueAt(fields: RequestFields | undefined, path: FieldPath): Value | undefined {
  let at: Value | undefined = fields;
  for (const name of namesOf(path)) {
    if (!isGroup(at)) {
      return undefined;
    }
    const member: Value | undefined = at[name];
    // Most paths lead nowhere: an absent member needs no check of its owner.
    if (member === undefined || !Object.hasOwn(at, name)) {
      return undefined;
    }
    at = member;
  }
  return at;
}

/** Paths are the code's own constants, so each of the few is split once. */
const splitPaths = new Map<string, readonly string[]>();

function namesOf(path: string): readonly string[] {
  let names = splitPaths.get(path);
  if (names === undefined) {
    names = path.split('.');
    splitPaths.set(path, names);
  }
  return names;
}

/** `over` wins field by field; groups are merged, lists are replaced whole. Neither argument is changed. */
export function merge<Fields extends Values>(under: Fields | undefined, over: Fields | undefined): Fields {
  return merged(under, over) as Fields;
}

function merged(under: Values | undefined, over: Values | undefined): Values {
  const joined: Values = { ...under };
  for (const name in over) {
    const [below, above] = [joined[name], over[name]];
    joined[name] = isGroup(below) && isGroup(above) ? merged(below, above) : above;
  }
  return joined;
}

/** A copy without the given dotted paths, and without groups that this leaves empty. */
export function without(fields: RequestFields, paths: readonly FieldPath[]): RequestFields {
  return omitted(fields, paths);
}

function omitted(values: Values, paths: readonly string[]): Values {
  const copy = merged(undefined, values);
  for (const path of paths) {
    const [name, ...rest] = path.split('.') as [string, ...string[]];
    const member = copy[name];
    if (rest.length === 0) {
      delete copy[name];
    } else if (isGroup(member)) {
      const inner = omitted(member, [rest.join('.')]);
      if (Object.keys(inner).length === 0) {
        delete copy[name];
      } else {
        copy[name] = inner;
      }
    }
  }
  return copy;
}

/**
 * One text for equal values, for hashing only: the values of `readGroup` are canonical and in the contract's order, and
 * card numbers follow in clear. Sensitive authentication data is omitted, since nothing derived from it may be stored.
 */
export function canonicalText(values: Values): string {
  const numbers: string[] = [];
  return JSON.stringify(printed(values, numbers)) + numbers.join('');
}

/**
 * The group with its secrets masked; only groups that contain secrets are copied. JSON of plain objects and texts alone
 * is written four times as fast as JSON of objects with their own serialisation.
 */
function printed(values: Values, numbers: string[]): Values {
  let plain = values;
  for (const name in values) {
    const value = values[name];
    let shown = value;
    if (value instanceof Secret) {
      if (!value.sensitive) {
        numbers.push(` ${value.reveal()}`);
      }
      shown = value.toString();
    } else if (isGroup(value)) {
      shown = printed(value, numbers);
    }
    if (shown === value) {
      continue;
    }
    if (plain === values) {
      plain = { ...values };
    }
    plain[name] = shown;
  }
  return plain;
}

/** Clear texts of secrets, by their paths: the content of one sealed text. */
export type SecretTexts = { readonly [Path in FieldPath]?: string };

export function secretTexts(fields: RequestFields, paths: readonly FieldPath[]): SecretTexts {
  const texts: { [Path in FieldPath]?: string } = {};
  for (const path of paths) {
    const secret = secretAt(fields, path);
    if (secret !== undefined) {
      texts[path] = secret.reveal();
    }
  }
  return texts;
}

/** The inverse: fields with the texts as `Secret`s at their paths. */
export function secretValues(texts: SecretTexts, sensitive = false): RequestFields {
  let fields: RequestFields = {};
  for (const [path, text] of Object.entries(texts)) {
    fields = merge(fields, fieldAt(path as FieldPath, new Secret(text, sensitive)));
  }
  return fields;
}

/**
 * Fields with this one alone.
 *
 * @example fieldAt('order.amount', '12.5') // { order: { amount: '12.5' } }
 */
export function fieldAt(path: FieldPath, value: Value): RequestFields {
  return namesOf(path).reduceRight<Value>((inner, name) => ({ [name]: inner }), value) as RequestFields;
}
