/** The cache and the digits that the formatters of amounts and of times share. */

/** Creating a formatter costs far more than using it. The cache is bounded, because locales come from payers. */
const FORMATTERS_MAX = 500;

/** European digits in every locale, so that amounts can be compared with bank statements and cards. */
export const NUMBERING_SYSTEM = 'latn';

export function getOrCreate<T>(cache: Map<string, T>, key: string, make: () => T): T {
  const found = cache.get(key);
  if (found !== undefined) {
    return found;
  }
  if (cache.size >= FORMATTERS_MAX) {
    cache.clear();
  }
  const made = make();
  cache.set(key, made);
  return made;
}
