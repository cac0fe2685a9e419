/**
 * Finds risk rules that list cards by a keyed hash. Such a rule does not store the card's number, so it cannot be
 * determined which key made its hash.
 */

interface Lists {
  readonly cards?: readonly string[] | undefined;
}

interface Rules {
  readonly rules: readonly ({ readonly when: Lists; readonly unless?: Lists | undefined } | null)[];
}

/** @param policy the risk rules of a profile, or the operator's own rules */
export function listsByHash({ rules }: Rules): boolean {
  return rules.some((rule) => [...(rule?.when.cards ?? []), ...(rule?.unless?.cards ?? [])].some(isHash));
}

/** True for a card that is listed by its hash. Other entries are masked numbers, which contain `x`. */
function isHash(card: string): boolean {
  return !card.includes('x');
}
