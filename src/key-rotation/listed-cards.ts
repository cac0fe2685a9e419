/** Risk rules that list cards by a keyed hash. No number is beside it, so nobody can tell which key made it. */

interface Lists {
  readonly cards?: readonly string[] | undefined;
}

interface Rules {
  readonly rules: readonly ({ readonly when: Lists; readonly unless?: Lists | undefined } | null)[];
}

/** @param policy of a profile, or the operator's own */
export function listsByHash({ rules }: Rules): boolean {
  return rules.some((rule) => [...(rule?.when.cards ?? []), ...(rule?.unless?.cards ?? [])].some(isHash));
}

/** Every other one is masked. */
function isHash(card: string): boolean {
  return !card.includes('x');
}
