/** What the formatters of amounts and of times share. */

/** Formatters cost far more to make than to use; locales come from payers, so what is kept has a limit. */
const FORMATTERS_MAX = 500;

/** Bank statements and cards show European digits in every country, so that amounts here can be held against them. */
export const NUMBERING_SYSTEM = 'latn';

export function kept<T>(cache: Map<string, T>, key: string, make: () => T): T {
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
