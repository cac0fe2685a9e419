/**
 * Card data in memory. A `Secret` prints, serialises and inspects as a mask, so that it cannot reach a log, an answer
 * or a row by accident; `reveal()` is the only access, so that its callers can be audited.
 *
 * @example const number = new Secret('5123450000000008'); `${number}` // '[secret]' JSON.stringify(number) //
 * '"[secret]"' number.reveal() // '5123450000000008'
 */
export class Secret {
  readonly #value: string;
  /**
   * True for sensitive authentication data (a security code, a PIN), which must not be stored once an authorization was
   * attempted.
   */
  readonly sensitive: boolean;

  constructor(value: string, sensitive = false) {
    this.#value = value;
    this.sensitive = sensitive;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '[secret]';
  }
}
