/**
 * Validates the fields of a message, or of a group in it, against their table: collects missing, malformed and
 * additional fields. Used for received messages and for those that the 3DS Server sends.
 */
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../../../contract/json.ts';
import { Secret } from '../../../contract/secret.ts';
import { exactText } from './exact-text.ts';
import type { FieldTable, MessageFieldType } from './field-types.ts';
import { fits, isExcludedCode } from './fits.ts';
import { applies, type ConditionValues, isRequired } from './presence.ts';
import { isVersion, type Version } from './versions.ts';

export interface Findings {
  /** Names of malformed fields, with the names of their groups: `acctInfo.chAccDate`. */
  readonly malformed: string[];
  readonly missing: string[];
  /** Countries and currencies that the specification excludes. */
  readonly excluded: string[];
  /** Unchanged values of fields that the table does not have, or not for such a message. */
  readonly additional: Record<string, JsonValue>;
}

export const noFindings = (): Findings => ({ malformed: [], missing: [], excluded: [], additional: {} });

/**
 * @param facts values for conditions, in addition to the group's own fields
 * @returns the values by name, complete only if there are no findings
 */
export function validateFields(
  members: JsonObject,
  table: FieldTable,
  facts: ConditionValues,
  found: Findings,
  path = '',
): Record<string, unknown> {
  const version = isVersion(facts.messageVersion) ? facts.messageVersion : undefined;
  const all: Record<string, unknown> = { ...facts };
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(members)) {
    if (Object.hasOwn(table, name)) {
      all[name] = value;
    } else {
      // Additional fields are not added to the values on which conditions depend.
      found.additional[path + name] = value;
    }
  }
  for (const [name, field] of Object.entries(table)) {
    const given = Object.hasOwn(members, name) ? members[name] : undefined;
    const isHere = applies(field, all);
    const isMissing = given === undefined || given === null || given === '';
    if (isHere && isMissing && isRequired(field, all)) {
      found.missing.push(path + name);
      continue;
    }
    if (given === undefined) {
      continue;
    }
    const value = valueAt(given, field.type, version, found, path + name);
    if (value === undefined) {
      continue;
    }
    if (isHere) {
      values[name] = value;
    } else {
      found.additional[path + name] = given;
    }
  }
  return values;
}

/** Returns the value of a field. If the value does not have the field's type, adds a finding and returns undefined. */
function valueAt(
  given: JsonValue,
  type: MessageFieldType,
  version: Version | undefined,
  found: Findings,
  name: string,
): unknown {
  const malformed = () => {
    found.malformed.push(name);
    return undefined;
  };
  switch (type.kind) {
    case 'byVersion':
      return valueAt(given, type.types[version ?? '2.2.0'], version, found, name);
    case 'boolean':
      return typeof given === 'boolean' ? given : malformed();
    case 'true':
      return given === true ? given : malformed();
    case 'json':
      return isJsonObject(given) && exactText(given).length <= type.max ? given : malformed();
    case 'object':
      return isJsonObject(given)
        ? validateFields(given, type.fields, { messageVersion: version }, found, `${name}.`)
        : malformed();
    case 'list':
      if (!Array.isArray(given) || given.length < type.min || given.length > type.max) {
        return malformed();
      }
      return given.map((one) => valueAt(one, type.of, version, found, name));
    default:
      return typeof given === 'string' && fits(given, type) ? textOf(given, type, found, name) : malformed();
  }
}

function textOf(given: string, type: MessageFieldType, found: Findings, name: string): string | Secret {
  if ((type.kind === 'country' || type.kind === 'currency') && isExcludedCode(given, type.kind)) {
    found.excluded.push(name);
  }
  return 'secret' in type && type.secret ? new Secret(given) : given;
}

/**
 * Converts the values of a message to JSON. Reveals card data, which is a `Secret` in memory, so that it can be sent.
 */
export function jsonOf(value: unknown): JsonValue {
  if (value instanceof Secret) {
    return value.reveal();
  }
  if (value instanceof JsonNumber || typeof value === 'string' || typeof value === 'boolean') {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map(jsonOf);
  }
  if (typeof value !== 'object' || value === null) {
    return null;
  }
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(entries.map(([name, member]) => [name, jsonOf(member)]));
}
