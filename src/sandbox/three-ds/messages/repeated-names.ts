/** Finds names that an object of a JSON text has twice. A parser keeps the last one without an error. */

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g;

/** @param json a valid JSON text @returns each repeated name once, in order */
export function repeatedNames(json: string): string[] {
  const repeated = new Set<string>();
  // For each open group: an object's names so far; undefined for an array.
  const open: (Set<string> | undefined)[] = [];
  let last = '';
  for (const [token] of json.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      open.push(token === '{' ? new Set() : undefined);
    } else if (token === '}' || token === ']') {
      open.pop();
    } else if (token === ':') {
      const name = JSON.parse(last) as string;
      const names = open.at(-1);
      if (names?.has(name)) {
        repeated.add(name);
      }
      names?.add(name);
    }
    last = token;
  }
  return [...repeated];
}
