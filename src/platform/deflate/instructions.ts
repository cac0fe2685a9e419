/**
 * The instructions to write a block. A kind above 0 writes as many bits, the lowest first; `VALUE` writes the next
 * value; a kind below 0 writes a distance, to which the lengths of the values since one of them are added.
 */
export const VALUE = 0;

/** The bits of one instruction, at most: with seven that wait they fit a number of 32 bits. */
const BITS_AT_ONCE = 24;

interface Written {
  /** The bits before the first value: whole bytes, and the rest. */
  readonly begin: Uint8Array;
  readonly open: number;
  readonly openSize: number;
  readonly kinds: Int16Array;
  readonly bits: Int32Array;
}

/** @returns the kind of a distance over the values from that one on */
const distanceSince = (value: number): number => -1 - value;

/** @returns the value for which `distanceSince` made the kind */
export const valueSince = (kind: number): number => -1 - kind;

export class Instructions {
  readonly #kinds: number[] = [];
  readonly #bits: number[] = [];
  #open = 0;
  #openSize = 0;

  write(bits: number, size: number): void {
    if (this.#openSize + size > BITS_AT_ONCE) {
      this.#close();
    }
    this.#open |= bits << this.#openSize;
    this.#openSize += size;
  }

  /** @param value the first value between the two places */
  addDistance(value: number, distance: number): void {
    this.add(distanceSince(value), distance);
  }

  add(kind: number, bits: number): void {
    this.#close();
    this.#kinds.push(kind);
    this.#bits.push(bits);
  }

  done(): Written {
    this.#close();
    const first = this.#kinds.findIndex((kind) => kind <= 0);
    const count = first < 0 ? this.#kinds.length : first;
    return {
      ...joined(this.#kinds.slice(0, count), this.#bits.slice(0, count)),
      kinds: Int16Array.from(this.#kinds.slice(count)),
      bits: Int32Array.from(this.#bits.slice(count)),
    };
  }

  #close(): void {
    if (this.#openSize > 0) {
      this.#kinds.push(this.#openSize);
      this.#bits.push(this.#open);
      this.#open = 0;
      this.#openSize = 0;
    }
  }
}

function joined(sizes: readonly number[], bits: readonly number[]): Pick<Written, 'begin' | 'open' | 'openSize'> {
  const bytes: number[] = [];
  let open = 0;
  let openSize = 0;
  for (const [index, size] of sizes.entries()) {
    open |= bits[index]! << openSize;
    openSize += size;
    for (; openSize >= 8; openSize -= 8, open >>>= 8) {
      bytes.push(open & 0xff);
    }
  }
  return { begin: Uint8Array.from(bytes), open, openSize };
}
