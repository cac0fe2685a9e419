/** Names that an object of a JSON text has twice: a parser keeps the last one and says nothing. */

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g;

/** @param json a text that parses @returns each name once, in its order */
export function repeatedNames(json: string): string[] {
  const repeated = new Set<string>();
  // Of each group that is open: the names in an object; undefined for an array.
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
