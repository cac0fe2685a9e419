/**
 * Field 90: the message to which a reversal or an inquiry refers. Type (4), trace number (6), transmission date and
 * time (10), then the numbers of both institutions (11 each), which are zeros between a gateway and its own acquirer.
 */
export interface OriginalData {
  readonly mti: string;
  readonly stan: string;
  /** Field 7 of the original, MMDDhhmmss. */
  readonly transmission: string;
}

const NO_INSTITUTIONS = '0'.repeat(22);

export function encodeOriginalData(original: OriginalData): string {
  return original.mti + original.stan + original.transmission + NO_INSTITUTIONS;
}

/** `encoded` is field 90 as decoded: 42 digits. */
export function decodeOriginalData(encoded: string): OriginalData {
  return { mti: encoded.slice(0, 4), stan: encoded.slice(4, 10), transmission: encoded.slice(10, 20) };
}
