/**
 * The tag that loads a script, which says where the gateway is. Known only while the script loads. A module has no tag
 * of its own then: it is found by the file that it names.
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
 * Makes the script's global. Pages load a script twice: what they have configured by the first copy stays, and the
 * second adds nothing. A copy of another address is another script.
 *
 * @param source the script's own address @returns whether this copy is the one in use
 */
export function publish(name: string, source: string, functions: object): boolean {
  const present: unknown = Reflect.get(window, name);
  if (present instanceof Object && Reflect.get(present, SOURCE) === source) {
    return false;
  }
  Object.assign(window, { [name]: Object.defineProperty(functions, SOURCE, { value: source }) });
  return true;
}
