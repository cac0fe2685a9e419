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
