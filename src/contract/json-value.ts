/** JSON as `readJson` returns it: numbers with their exact text, objects without inherited names. */

export class JsonNumber {
  /** The number's text in the body: `12.50`, `1e3`, `-0`. */
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export interface JsonObject {
  [name: string]: JsonValue;
}
export type JsonValue = null | boolean | string | JsonNumber | JsonValue[] | JsonObject;

/** The body is not acceptable JSON. `message` is for the merchant, and does not quote the body. */
export class JsonError extends Error {
  /** The format that the body violates: `UTF-8`, or `JSON` with the problem and its position. */
  readonly problem: string;

  constructor(problem: string) {
    super(`The body is not valid ${problem}.`);
    this.problem = problem;
  }
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber);
}

/**
 * Returns an object without own or inherited names. `Object.create(null)` makes a hash table, which is slow to create
 * and to iterate; an object made by a constructor has an ordinary shape.
 */
export function emptyObject(): JsonObject {
  return new Bare() as JsonObject;
}

const Bare = function Bare() {} as unknown as { new (): object };
(Bare as unknown as { prototype: object }).prototype = Object.freeze(Object.create(null));
