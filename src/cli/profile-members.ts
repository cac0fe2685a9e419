/** Sets members of a profile from `MEMBER=VALUE` arguments. */
import { readFileSync } from 'node:fs';
import { UsageError } from './command.ts';

type Group = Record<string, unknown>;

/**
 * @param given assignments such as `permissions.unmask=true`; a value is JSON, or else a plain text; `@FILE` is the
 *   text of a file, without a final line feed; `null` removes the member
 * @throws UsageError for an argument without a value, or one that would change the profile's id
 */
export function withMembers(profile: unknown, given: readonly string[], usage: string): unknown {
  const changed = structuredClone(profile) as Group;
  for (const one of given) {
    const [, path = '', value = ''] = /^([^=]+)=(.*)$/s.exec(one) ?? [];
    if (path === '' || path === 'id') {
      throw new UsageError(path === 'id' ? 'The id of a merchant cannot be changed.' : usage);
    }
    setMember(changed, path.split('.'), value);
  }
  return changed;
}

function setMember(group: Group, [name = '', ...rest]: readonly string[], text: string): void {
  if (rest.length > 0) {
    // A missing group is created with its first member.
    const inner = Object.hasOwn(group, name) ? group[name] : undefined;
    group[name] = typeof inner === 'object' && inner !== null ? inner : {};
    setMember(group[name] as Group, rest, text);
    return;
  }
  const value = text.startsWith('@') ? readFileSync(text.slice(1), 'utf8').replace(/\r?\n$/, '') : valueIn(text);
  if (value === null) {
    delete group[name];
  } else {
    // For a member that is a text, such as an account's number, digits stay a text.
    group[name] = typeof group[name] === 'string' && typeof value !== 'string' ? text : value;
  }
}

/** A number that JSON would rewrite, such as a key of many digits, stays a text. */
function valueIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'number' && `${value}` !== text ? text : value;
  } catch {
    return text;
  }
}
