/**
 * Extracts the ranges from a PRes while it arrives. A network's PRes has tens of megabytes, and parsing it at once
 * would block the process for half a second. The remaining bytes are a message without ranges, which is validated like
 * any other.
 */

const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST, COMMA, COLON] = [...'"\\{}[],:'].map((one) =>
  one.charCodeAt(0),
) as [number, number, number, number, number, number, number, number];
const SPACES: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);
const NAME = Buffer.from('"cardRangeData"');

/** The maximum size of a range. It usually has a few hundred bytes, at most 256 of them for the method's URL. */
const RANGE_BYTES_MAX = 8 * 1024;
/** The maximum size of the message without its ranges: ids, and extensions of at most 80 KB. */
const ENVELOPE_BYTES_MAX = 256 * 1024;

/** The nesting levels of a PRes: the message, its list of ranges, a range. */
const IN_MESSAGE = 1;
const IN_RANGE = 3;

/** The value of `cardRangeData` is not a list of objects, or is too long. */
export class UncutRanges extends Error {
  override readonly name = 'UncutRanges';
}

export interface CutRange {
  /** The bytes of the range, valid until the next range is extracted. */
  readonly bytes: Buffer;
  /** The number of members of the range itself. A repeated name is counted each time. */
  readonly members: number;
  /** True if the range is ASCII without escapes, as almost all ranges are. */
  readonly isPlain: boolean;
}

export class RangeCutter {
  readonly #take: (range: CutRange) => void;
  readonly #envelope: Buffer[] = [];
  #envelopeLength = 0;
  /** The last string at the level of the message, with the characters after it. It may be the name `cardRangeData`. */
  #name = '';
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  #isInList = false;
  /** The beginning of a range from an earlier chunk. */
  readonly #rangeStart = Buffer.alloc(RANGE_BYTES_MAX);
  #rangeStartLength = 0;
  #members = 0;
  #isPlain = true;

  constructor(take: (range: CutRange) => void) {
    this.#take = take;
  }

  /** @throws UncutRanges if the message is malformed or too long */
  push(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) {
      at = this.#isInList ? this.#throughList(bytes, at) : this.#throughMessage(bytes, at);
    }
  }

  /** Returns the message with an empty list in place of the ranges. */
  envelope(): Uint8Array {
    return Buffer.concat(this.#envelope);
  }

  /** Processes bytes up to the list, or all of them. */
  #throughMessage(bytes: Buffer, from: number): number {
    let at = from;
    for (; at < bytes.length && !this.#isInList; at += 1) {
      const byte = bytes[at] ?? 0;
      const isList = byte === OPEN_LIST && !this.#isInText && this.#depth === IN_MESSAGE && this.#isNamed();
      if (this.#depth === IN_MESSAGE) {
        this.#note(byte);
      }
      this.#step(byte);
      this.#isInList = isList;
    }
    this.#keep(bytes.subarray(from, at));
    return at;
  }

  /** Processes bytes up to the end of the list, or all of them. */
  #throughList(bytes: Buffer, from: number): number {
    let at = from;
    let start = this.#depth === IN_RANGE - 1 ? -1 : from;
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (start >= 0) {
        this.#step(byte);
        if (this.#depth < IN_RANGE) {
          this.#cut(bytes.subarray(start, at + 1));
          start = -1;
        }
      } else if (byte === OPEN) {
        start = at;
        [this.#members, this.#isPlain] = [0, true];
        this.#step(byte);
      } else if (byte === CLOSE_LIST) {
        this.#isInList = false;
        this.#step(byte);
        this.#keep(bytes.subarray(at, at + 1));
        return at + 1;
      } else if (byte !== COMMA && !SPACES.has(byte)) {
        throw new UncutRanges('The list of ranges has something else in it.');
      }
    }
    if (start >= 0) {
      this.#begin(bytes.subarray(start));
    }
    return at;
  }

  /** Updates the nesting level and the string state. */
  #step(byte: number): void {
    if (this.#isInText) {
      if (this.#isEscaped) {
        this.#isEscaped = false;
      } else if (byte === QUOTE) {
        this.#isInText = false;
      } else if (byte === BACKSLASH) {
        this.#isEscaped = true;
        this.#isPlain = false;
      } else if (byte >= 0x80) {
        this.#isPlain = false;
      }
    } else if (byte === QUOTE) {
      this.#isInText = true;
    } else if (byte === COLON) {
      this.#members += this.#depth === IN_RANGE ? 1 : 0;
    } else if (byte === OPEN || byte === OPEN_LIST) {
      this.#depth += 1;
    } else if (byte === CLOSE || byte === CLOSE_LIST) {
      this.#depth -= 1;
    }
  }

  #cut(part: Buffer): void {
    const isFromEarlierChunk = this.#rangeStartLength > 0 || part.length > RANGE_BYTES_MAX;
    const whole = isFromEarlierChunk ? this.#begin(part) : part;
    this.#rangeStartLength = 0;
    this.#take({ bytes: whole, members: this.#members, isPlain: this.#isPlain });
  }

  #begin(part: Buffer): Buffer {
    if (this.#rangeStartLength + part.length > RANGE_BYTES_MAX) {
      throw new UncutRanges('A range is too long.');
    }
    this.#rangeStart.set(part, this.#rangeStartLength);
    this.#rangeStartLength += part.length;
    return this.#rangeStart.subarray(0, this.#rangeStartLength);
  }

  /** Collects the last string at the level of the message, as long as it may be the name `cardRangeData`. */
  #note(byte: number): void {
    if (!this.#isInText && byte === QUOTE) {
      this.#name = '"';
    } else if (this.#name.length <= NAME.length && (this.#isInText || !SPACES.has(byte))) {
      this.#name += String.fromCharCode(byte);
    }
  }

  #isNamed(): boolean {
    return this.#name === `${NAME.toString()}:`;
  }

  #keep(part: Buffer): void {
    this.#envelopeLength += part.length;
    if (this.#envelopeLength > ENVELOPE_BYTES_MAX) {
      throw new UncutRanges('The message without its ranges is too long.');
    }
    // A copy, because the subarray would keep the socket's whole chunk in memory.
    this.#envelope.push(Buffer.from(part));
  }
}
