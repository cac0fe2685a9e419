/**
 * Cache of member names. A substring of a body must be hashed and interned before it can name a member; a cached name
 * is interned already. Requests repeat the same few hundred names.
 */
const NAMES_MAX = 1_024;
/** The maximum length of a cached name; the names of fields are shorter. */
const NAME_CHARACTERS_MAX = 40;
const names: (string | undefined)[] = Array.from({ length: NAMES_MAX });

export function internName(name: string): string {
  const { length } = name;
  if (length === 0 || length > NAME_CHARACTERS_MAX) {
    return name;
  }
  const middle = name.charCodeAt(length >> 1);
  const slot = (length * 37 + name.charCodeAt(0) * 101 + middle * 17 + name.charCodeAt(length - 1) * 5) % NAMES_MAX;
  const before = names[slot];
  if (before === name) {
    return before;
  }
  // The name of a member is a separate string. A substring would keep the whole body in memory.
  const own = Object.keys({ [name]: true })[0] as string;
  names[slot] = own;
  return own;
}
