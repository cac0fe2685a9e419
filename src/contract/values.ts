/** Helpers for the values that `readGroup` returns: look up by dotted path, merge, and serialise canonically. */
import type { Value, Values } from './read.ts';
import type { FieldPath, RequestFields } from './request-fields.ts';
import { Secret } from './secret.ts';

export function isGroup(value: Value | undefined): value is Values {
  return typeof value === 'object' && !Array.isArray(value) && !(value instanceof Secret);
}

/**
 * Looks up a path from a table. Code that knows the field should read it as a property.
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
    // Most paths are absent, and an absent member needs no check for inheritance.
    if (member === undefined || !Object.hasOwn(at, name)) {
      return undefined;
    }
    at = member;
  }
  return at;
}

/** A cache of split paths. Paths are constants in the code, so each is split only once. */
const splitPaths = new Map<string, readonly string[]>();

function namesOf(path: string): readonly string[] {
  let names = splitPaths.get(path);
  if (names === undefined) {
    names = path.split('.');
    splitPaths.set(path, names);
  }
  return names;
}

/**
 * Merges `over` onto `under`: groups are merged, fields and lists are replaced. An undefined member of `over` does not
 * replace a value. The arguments are not changed.
 */
export function merge<Fields extends Values>(under: Fields | undefined, over: Fields | undefined): Fields {
  return mergeValues(under, over) as Fields;
}

function mergeValues(under: Values | undefined, over: Values | undefined): Values {
  const joined: Values = { ...under };
  for (const name in over) {
    const [below, above] = [joined[name], over[name]];
    if (above !== undefined) {
      joined[name] = isGroup(below) && isGroup(above) ? mergeValues(below, above) : above;
    }
  }
  return joined;
}

/** Returns a copy without the given dotted paths, and without groups that become empty. */
export function without(fields: RequestFields, paths: readonly FieldPath[]): RequestFields {
  return omitPaths(fields, paths);
}

function omitPaths(values: Values, paths: readonly string[]): Values {
  const copy = mergeValues(undefined, values);
  for (const path of paths) {
    const [name, ...rest] = path.split('.') as [string, ...string[]];
    const member = copy[name];
    if (rest.length === 0) {
      delete copy[name];
    } else if (isGroup(member)) {
      const inner = omitPaths(member, [rest.join('.')]);
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
 * Serialises equal values to equal text, for hashing only: the values of `readGroup` are canonical and in the
 * contract's order, and card numbers follow in clear. Sensitive authentication data is omitted, because data derived
 * from it must not be stored.
 */
export function canonicalText(values: Values): string {
  const numbers: string[] = [];
  return JSON.stringify(maskSecrets(values, numbers)) + numbers.join('');
}

/**
 * Masks the secrets of a group, copying only groups that contain secrets. `JSON.stringify` is four times as fast on
 * plain objects and texts as on objects with `toJSON`.
 */
function maskSecrets(values: Values, numbers: string[]): Values {
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
      shown = maskSecrets(value, numbers);
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

/** Clear texts of secrets by path, for sealing as one text. */
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

/** Returns the fields with the texts as `Secret`s, which is the inverse of `secretTexts`. */
export function secretValues(texts: SecretTexts, sensitive = false): RequestFields {
  let fields: RequestFields = {};
  for (const [path, text] of Object.entries(texts)) {
    fields = merge(fields, fieldAt(path as FieldPath, new Secret(text, sensitive)));
  }
  return fields;
}

/**
 * Returns request fields that contain only this field.
 *
 * @example fieldAt('order.amount', '12.5') // { order: { amount: '12.5' } }
 */
export function fieldAt(path: FieldPath, value: Value): RequestFields {
  return namesOf(path).reduceRight<Value>((inner, name) => ({ [name]: inner }), value) as RequestFields;
}
