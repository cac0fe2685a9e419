/** The width of the documentation's pages. */
const COLUMNS_MAX = 120;

/** @param indent the indent of all lines except the first */
export function wrapped(text: string, indent = ''): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.length - 1;
    const longer = lines[last] === '' ? word : `${lines[last]} ${word}`;
    if (longer.length <= COLUMNS_MAX) {
      lines[last] = longer;
    } else {
      lines.push(`${indent}${word}`);
    }
  }
  return lines.join('\n');
}
