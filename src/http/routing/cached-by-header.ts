/** Browsers send few different values of a header, millions of times, but a client can invent more. */
const VALUES_MAX = 200;
/** Longer than the value of any browser. */
const CHARACTERS_MAX = 200;

/**
 * Caches what a header means. A full cache is cleared.
 *
 * @param read a pure function
 */
export function cachedByHeader<Meaning>(
  read: (header: string | undefined) => Meaning,
): (header: string | undefined) => Meaning {
  const known = new Map<string, Meaning>();
  return (header) => {
    const found = header === undefined ? undefined : known.get(header);
    if (found !== undefined || header === undefined || header.length > CHARACTERS_MAX) {
      return found ?? read(header);
    }
    if (known.size >= VALUES_MAX) {
      known.clear();
    }
    const meaning = read(header);
    known.set(header, meaning);
    return meaning;
  };
}
