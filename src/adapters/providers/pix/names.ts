/**
 * Converts the gateway's references to Pix ids, which have only letters and digits, and back without a look-up: a
 * reference is read as a number in base 64 and written in base 62.
 */
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/**
 * The characters of a reference, by their value in the conversion. The value zero is a blank, which no reference
 * contains, so that leading characters are not lost.
 */
const REFERENCE_LETTERS = ` ${LETTERS}-`;
const REFERENCE_BASE = BigInt(REFERENCE_LETTERS.length);
const ID_BASE = BigInt(LETTERS.length);

/** The prefix of the gateway's charges, because charges of other systems may have the same Pix key. */
const MARK = 'tp';
/** The minimum length without the prefix. With it, a charge's id (txid) has 26 to 35 characters. */
const TXID_CHARACTERS_MIN = 24;
const TXID = /^tp([0-9A-Za-z]{24,33})$/;

/** @param reference at most 32 characters from A-Z, a-z, 0-9 and `-` */
export function txidOf(reference: string): string {
  return MARK + refundIdOf(reference).padStart(TXID_CHARACTERS_MIN, LETTERS.charAt(0));
}

/** The id of a refund, at most 33 characters. @param reference the refund's reference, in the format of `txidOf` */
export function refundIdOf(reference: string): string {
  let number = [...reference].reduce(
    (sum, letter) => sum * REFERENCE_BASE + BigInt(REFERENCE_LETTERS.indexOf(letter)),
    0n,
  );
  let id = '';
  for (; number > 0n; number /= ID_BASE) {
    id = LETTERS.charAt(Number(number % ID_BASE)) + id;
  }
  return id;
}

/** @returns undefined for a charge that the gateway did not create */
export function referenceOfTxid(txid: string): string | undefined {
  const [, id] = TXID.exec(txid) ?? [];
  if (id === undefined) {
    return undefined;
  }
  let number = [...id].reduce((sum, letter) => sum * ID_BASE + BigInt(LETTERS.indexOf(letter)), 0n);
  let reference = '';
  for (; number > 0n; number /= REFERENCE_BASE) {
    reference = REFERENCE_LETTERS.charAt(Number(number % REFERENCE_BASE)) + reference;
  }
  return reference !== '' && txidOf(reference) === txid && !reference.includes(' ') ? reference : undefined;
}
