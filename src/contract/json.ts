/**
 * An exact, strict parser of JSON bodies.
 *
 * `JSON.parse` parses every number as a double, silently keeps the last of two equal names, and builds objects with a
 * prototype. All of that is unsuitable for money, quantities of sixteen digits and names that merchants choose. Here
 * numbers are texts (`JsonNumber`), a repeated name is an error, and objects have no prototype.
 */
import { internName } from './json-names.ts';
import { emptyObject, JsonError, JsonNumber, type JsonObject, type JsonValue } from './json-value.ts';

export { emptyObject, isJsonObject, JsonError, JsonNumber, type JsonObject, type JsonValue } from './json-value.ts';

/** The maximum nesting. The interface's deepest field has seven levels; twenty leave room for ignored fields. */
const DEPTH_MAX = 20;
/**
 * The maximum number of members. The limit of the body already limits strings; this limits the work for bodies with
 * many small members.
 */
const MEMBERS_MAX = 5_000;

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const ESCAPES: Record<string, string> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_PRINTABLE = 0x20;

/** Decodes UTF-8, and removes the byte order mark that some writers put before a text. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Byte order marks of other encodings, the longer first: the mark of UTF-32 LE begins with that of UTF-16 LE. */
const OTHER_MARKS = [
  ['UTF-32', [0xff, 0xfe, 0, 0]],
  ['UTF-32', [0, 0, 0xfe, 0xff]],
  ['UTF-16', [0xff, 0xfe]],
  ['UTF-16', [0xfe, 0xff]],
] as const;

/**
 * @param bytes a whole request body; an empty body, which clients send, is parsed as `{}`
 * @param repeated collects the names that occur twice in an object, of which the first value is used; absent: a
 *   repeated name is an error
 * @throws JsonError with the problem and its position
 */
export function readJson(bytes: Uint8Array, repeated?: Set<string>): JsonValue {
  if (bytes.length === 0) {
    return emptyObject();
  }
  const other = otherEncoding(bytes);
  if (other !== undefined) {
    throw new JsonError(`UTF-8: it is ${other}`);
  }
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new JsonError('UTF-8');
  }
  return new Reader(text, repeated).whole();
}

/**
 * Recognises another encoding by its byte order mark, or by zeros next to ASCII bytes, because JSON begins with ASCII.
 */
function otherEncoding(bytes: Uint8Array): string | undefined {
  const marked = OTHER_MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (marked !== undefined) {
    return marked[0];
  }
  if (bytes[0] !== 0 && bytes[1] !== 0) {
    return undefined;
  }
  const zeros = bytes.subarray(0, 4).filter((byte) => byte === 0).length;
  return zeros === 3 ? 'UTF-32' : 'UTF-16';
}

class Reader {
  readonly #text: string;
  #at = 0;
  #members = 0;
  readonly #repeated: Set<string> | undefined;

  constructor(text: string, repeated: Set<string> | undefined) {
    this.#text = text;
    this.#repeated = repeated;
  }

  whole(): JsonValue {
    this.#space();
    if (this.#at === this.#text.length) {
      return emptyObject();
    }
    const value = this.#value(0);
    this.#space();
    if (this.#at < this.#text.length) {
      this.#fail('unexpected text after the value');
    }
    return value;
  }

  #fail(what: string): never {
    throw new JsonError(`JSON: ${what} at character ${this.#at + 1}`);
  }

  #space(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) {
        return;
      }
      this.#at += 1;
    }
  }

  #value(depth: number): JsonValue {
    switch (this.#text[this.#at]) {
      case '{':
        return this.#object(depth + 1);
      case '[':
        return this.#array(depth + 1);
      case '"':
        return this.#string();
      case 't':
        return this.#word('true', true);
      case 'f':
        return this.#word('false', false);
      case 'n':
        return this.#word('null', null);
      default:
        return this.#number();
    }
  }

  #word<T extends JsonValue>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) {
      this.#fail('unexpected text');
    }
    this.#at += word.length;
    return value;
  }

  #number(): JsonNumber {
    NUMBER.lastIndex = this.#at;
    const found = NUMBER.exec(this.#text);
    if (found === null) {
      this.#fail(this.#at < this.#text.length ? 'unexpected text' : 'unexpected end');
    }
    this.#at += found[0].length;
    return new JsonNumber(found[0]);
  }

  #enter(depth: number): void {
    if (depth > DEPTH_MAX) {
      this.#fail(`nested deeper than ${DEPTH_MAX} levels`);
    }
    this.#at += 1;
    this.#space();
  }

  /** Consumes the separator after a member. Returns true if another member follows, false if `close` ended the list. */
  #another(close: string): boolean {
    this.#members += 1;
    if (this.#members > MEMBERS_MAX) {
      this.#fail(`more than ${MEMBERS_MAX} members`);
    }
    this.#space();
    const next = this.#text[this.#at];
    if (next !== ',' && next !== close) {
      this.#fail(`expected ',' or '${close}'`);
    }
    this.#at += 1;
    this.#space();
    return next === ',';
  }

  #object(depth: number): JsonObject {
    this.#enter(depth);
    const object = emptyObject();
    if (this.#text[this.#at] === '}') {
      this.#at += 1;
      return object;
    }
    do {
      if (this.#text[this.#at] !== '"') {
        this.#fail('expected a name in double quotes');
      }
      const name = internName(this.#string());
      if (name === '__proto__') {
        this.#fail('__proto__ is not a name of this interface');
      }
      const isRepeated = name in object;
      if (isRepeated && this.#repeated === undefined) {
        this.#fail(`a name given twice`);
      }
      this.#space();
      if (this.#text[this.#at] !== ':') {
        this.#fail("expected ':'");
      }
      this.#at += 1;
      this.#space();
      const value = this.#value(depth);
      if (isRepeated) {
        this.#repeated?.add(name);
      } else {
        object[name] = value;
      }
    } while (this.#another('}'));
    return object;
  }

  #array(depth: number): JsonValue[] {
    this.#enter(depth);
    const array: JsonValue[] = [];
    if (this.#text[this.#at] === ']') {
      this.#at += 1;
      return array;
    }
    do {
      array.push(this.#value(depth));
    } while (this.#another(']'));
    return array;
  }

  #string(): string {
    const start = this.#at + 1;
    let at = start;
    for (;;) {
      const code = this.#text.charCodeAt(at);
      if (code === QUOTE) {
        this.#at = at + 1;
        return this.#text.slice(start, at);
      }
      if (code === BACKSLASH) {
        return this.#escapedString(start, at);
      }
      // At the end `code` is NaN, for which every comparison is false.
      if (!(code >= FIRST_PRINTABLE)) {
        this.#at = at;
        this.#fail(at < this.#text.length ? 'a control character in a string' : 'a string without its end');
      }
      at += 1;
    }
  }

  #escapedString(start: number, firstEscape: number): string {
    let value = this.#text.slice(start, firstEscape);
    this.#at = firstEscape;
    for (;;) {
      const char = this.#text[this.#at];
      if (char === undefined) {
        this.#fail('a string without its end');
      }
      if (char === '"') {
        this.#at += 1;
        if (!value.isWellFormed()) {
          this.#fail('half of a surrogate pair in a string ending');
        }
        return value;
      }
      if (char === '\\') {
        value += this.#escape();
      } else if (char.charCodeAt(0) < FIRST_PRINTABLE) {
        this.#fail('a control character in a string');
      } else {
        value += char;
        this.#at += 1;
      }
    }
  }

  #escape(): string {
    const letter = this.#text[this.#at + 1] ?? '';
    if (letter === 'u') {
      const hex = this.#text.slice(this.#at + 2, this.#at + 6);
      if (!/^[0-9a-fA-F]{4}$/.test(hex)) {
        this.#fail('a bad \\u escape');
      }
      this.#at += 6;
      return String.fromCharCode(Number.parseInt(hex, 16));
    }
    const plain = ESCAPES[letter];
    if (plain === undefined || !Object.hasOwn(ESCAPES, letter)) {
      this.#fail('a bad escape');
    }
    this.#at += 2;
    return plain;
  }
}
