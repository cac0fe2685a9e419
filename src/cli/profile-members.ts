/** `MEMBER=VALUE` of a command, put into a profile. */
import { readFileSync } from 'node:fs';
import { UsageError } from './command.ts';

type Group = Record<string, unknown>;

/**
 * @param given `permissions.unmask=true`; a value is JSON, or a text as it stands; `@FILE` is the text in a file,
 *   without the line feed at its end; `null` takes the member away
 * @throws UsageError where one has no value, or would change whose profile it is
 */
export function withMembers(profile: unknown, given: readonly string[], usage: string): unknown {
  const changed = structuredClone(profile) as Group;
  for (const one of given) {
    const [, path = '', value = ''] = /^([^=]+)=(.*)$/s.exec(one) ?? [];
    if (path === '' || path === 'id') {
      throw new UsageError(path === 'id' ? 'The id of a merchant cannot be changed.' : usage);
    }
    put(changed, path.split('.'), value);
  }
  return changed;
}

function put(group: Group, [name = '', ...rest]: readonly string[], text: string): void {
  if (rest.length > 0) {
    // A group that there is none of yet is made with its first member.
    const inner = Object.hasOwn(group, name) ? group[name] : undefined;
    group[name] = typeof inner === 'object' && inner !== null ? inner : {};
    put(group[name] as Group, rest, text);
    return;
  }
  const value = text.startsWith('@') ? readFileSync(text.slice(1), 'utf8').replace(/\r?\n$/, '') : valueIn(text);
  if (value === null) {
    delete group[name];
  } else {
    // Digits in the place of a text are a text, such as an account's number.
    group[name] = typeof group[name] === 'string' && typeof value !== 'string' ? text : value;
  }
}

/** A number that is written otherwise than its text, such as a key of many digits, is a text. */
function valueIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'number' && `${value}` !== text ? text : value;
  } catch {
    return text;
  }
}
