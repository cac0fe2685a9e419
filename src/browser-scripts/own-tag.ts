/**
 * The tag that loads a script, which has the gateway's address. Call it while the script loads: later there is no
 * current tag. A module has no current tag either, so its tag is found by its file name.
 *
 * @param file without `.js`, as at the script's addresses
 */
export function ownTag(file: string): HTMLScriptElement | null {
  return (
    (document.currentScript as HTMLScriptElement | null) ??
    document.querySelector<HTMLScriptElement>(`script[src*="/${file}.js"], script[src*="/${file}.min.js"]`)
  );
}

/** The key of the script's address in its global. It is the same for every copy of these scripts in a page. */
const SOURCE = Symbol.for('turnpike.source');

/**
 * Defines the script's global. A page may load a script twice: then the first copy keeps its configuration, and the
 * second does nothing. A copy from another address replaces it.
 *
 * @param source the script's own address
 * @returns whether this copy is the one in use
 */
export function publish(name: string, source: string, functions: object): boolean {
  const present: unknown = Reflect.get(window, name);
  if (present instanceof Object && Reflect.get(present, SOURCE) === source) {
    return false;
  }
  Object.assign(window, { [name]: Object.defineProperty(functions, SOURCE, { value: source }) });
  return true;
}
