/** A longer amount has smaller digits. */
const BIG_CHARACTERS_MAX = 12;

/** @returns the amount as a headline shows it: it may break after its currency */
export function bigAmount(amount: string): { text: string; isLong: boolean } {
  return { text: breakable(amount), isLong: amount.length > BIG_CHARACTERS_MAX };
}

/** @param amount formatted */
export function breakable(amount: string): string {
  return amount.replace('\u00a0', ' ');
}
