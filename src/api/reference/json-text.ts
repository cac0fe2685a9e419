/** Formats JSON for readers: values that fit are on one line, and numbers keep their exact text. */

declare global {
  interface JSON {
    /** ECMAScript's JSON.parse source text access. */
    isRawJSON(value: unknown): boolean;
    /** `text` is written unchanged. */
    rawJSON(text: string): object;
  }
}

/** A line of this length fits a phone's screen with little wrapping, and a desktop's column without wrapping. */
const LINE_CHARACTERS_MAX = 76;
const INDENT = '  ';

/** Parses JSON so that `jsonText` and `JSON.stringify` write its numbers unchanged: `12.50` rather than `12.5`. */
export function exactJson(text: string): unknown {
  const parse = JSON.parse as (
    text: string,
    reviver: (name: string, value: unknown, context: { source?: string }) => unknown,
  ) => unknown;
  return parse(text, (_name, value, { source }) =>
    typeof value === 'number' && source !== undefined ? JSON.rawJSON(source) : value,
  );
}

export function jsonText(value: unknown, indent = ''): string {
  const line = inOneLine(value);
  if (indent.length + line.length <= LINE_CHARACTERS_MAX || isScalar(value)) {
    return line;
  }
  const inner = indent + INDENT;
  if (Array.isArray(value)) {
    return value.every(isScalar)
      ? `[\n${fillLines(value.map(inOneLine), inner)}\n${indent}]`
      : `[\n${value.map((one) => inner + jsonText(one, inner)).join(',\n')}\n${indent}]`;
  }
  const members = Object.entries(value as object).filter(([, one]) => one !== undefined);
  return `{\n${members.map(([name, one]) => `${inner}${JSON.stringify(name)}: ${jsonText(one, inner)}`).join(',\n')}\n${indent}}`;
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null || JSON.isRawJSON(value);
}

function inOneLine(value: unknown): string {
  if (isScalar(value)) {
    return JSON.stringify(value) ?? 'null';
  }
  if (Array.isArray(value)) {
    return `[${value.map(inOneLine).join(', ')}]`;
  }
  const members = Object.entries(value as object).filter(([, one]) => one !== undefined);
  if (members.length === 0) {
    return '{}';
  }
  return `{ ${members.map(([name, one]) => `${JSON.stringify(name)}: ${inOneLine(one)}`).join(', ')} }`;
}

/** Joins short texts, filling each line. */
function fillLines(texts: readonly string[], indent: string): string {
  const lines: string[] = [];
  for (const [index, text] of texts.entries()) {
    const word = index === texts.length - 1 ? text : `${text},`;
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= LINE_CHARACTERS_MAX) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else {
      lines.push(indent + word);
    }
  }
  return lines.join('\n');
}
