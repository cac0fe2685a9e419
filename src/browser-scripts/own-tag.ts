/**
 * The tag that loads a script, for the gateway's address. Known only while the script loads. For a module there is no
 * current tag, so it is found by its file name.
 *
 * @param file without `.js`, as at the script's addresses
 */
export function ownTag(file: string): HTMLScriptElement | null {
  return (
    (document.currentScript as HTMLScriptElement | null) ??
    document.querySelector<HTMLScriptElement>(`script[src*="/${file}.js"], script[src*="/${file}.min.js"]`)
  );
}

/** Not enumerable, and the same for every copy of these scripts in a page. */
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
