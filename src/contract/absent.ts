/**
 * Decides which values of a request count as absent: `null`, and a group or list that is empty at any depth, or an
 * empty array in place of a group. Shops send their whole form even if it was not filled in, and PHP encodes an empty
 * group as `[]`.
 */
import type { FieldType } from './field-types.ts';
import { isJsonObject, type JsonValue } from './json.ts';
import type { VersionedMember, VersionedMembers } from './versioned-schema.ts';

/** True if a value is empty as JSON. For names that the contract does not have. */
export function isAbsent(value: JsonValue | undefined): value is null | undefined {
  if (value === undefined || value === null) {
    return true;
  }
  if (Array.isArray(value)) {
    return value.every(isAbsent);
  }
  if (!isJsonObject(value)) {
    return false;
  }
  for (const name in value) {
    if (!isAbsent(value[name])) {
      return false;
    }
  }
  return true;
}

/**
 * True if the value of a contract's member is empty: for the reasons of `isAbsent`, or because it is `""` in a field of
 * type String, or `false` in a field of type Email, which PHP shops send for a guest. In fields of other types both are
 * invalid values.
 */
export function isMemberAbsent(member: VersionedMember, value: JsonValue | undefined): boolean {
  if (value === undefined || value === null) {
    return true;
  }
  // Most values are texts, so they are tested first.
  if (typeof value === 'string' && value !== '') {
    return false;
  }
  const { node } = member;
  switch (node.kind) {
    case 'field':
      return isNoText(value, node.type);
    case 'group':
      return isGroupAbsent(member.inner, value);
    case 'list':
      return Array.isArray(value)
        ? value.every((element) => isElementAbsent(member.inner, element))
        : isJsonObject(value) && isAbsent(value);
    case 'free':
      return isJsonObject(value)
        ? Object.values(value).every((one) => isMemberAbsent(member.each!, one))
        : isAbsent(value);
  }
}

function isNoText(value: JsonValue, { name }: FieldType): boolean {
  return (value === '' && name === 'String') || (value === false && name === 'Email');
}

export function isElementAbsent(members: VersionedMembers, value: JsonValue): boolean {
  return value === null || isGroupAbsent(members, value);
}

/**
 * True if a group has no values. A required member that is `""` counts as a value here, so that the field is reported
 * as missing.
 */
function isGroupAbsent({ byName }: VersionedMembers, value: JsonValue): boolean {
  if (!isJsonObject(value)) {
    return isAbsent(value);
  }
  for (const name in value) {
    const member = byName.get(name);
    const given = value[name];
    if (member === undefined ? !isAbsent(given) : !isMemberAbsent(member, given) || (member.required && given === '')) {
      return false;
    }
  }
  return true;
}
