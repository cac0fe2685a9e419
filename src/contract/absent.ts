/**
 * What counts as absent in a request: `null`, and a group, a list or an array for a group in which nothing is given, at
 * any depth. Shops send their whole form whether it was filled in or not, and PHP writes an empty group as `[]`.
 */
import type { FieldType } from './field-types.ts';
import { isJsonObject, type JsonValue } from './json.ts';
import type { VersionedMember, VersionedMembers } from './versioned-schema.ts';

/** Whether nothing is given, without regard to the contract: for names that it does not have. */
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
 * Whether nothing is given for a member of the contract: as `isAbsent`, and `""` in a field of type String, or `false`
 * in one of type Email, which shops in PHP send for a guest. In a field of another type they are values, and wrong
 * ones.
 */
export function isMemberAbsent(member: VersionedMember, value: JsonValue | undefined): boolean {
  if (value === undefined || value === null) {
    return true;
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

/** Whether a list's element has nothing in it. */
export function isElementAbsent(members: VersionedMembers, value: JsonValue): boolean {
  return value === null || isGroupAbsent(members, value);
}

/** A required member that is `""` keeps its group: it is missing, not left out with the group. */
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
