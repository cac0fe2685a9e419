/** The operations that charge an amount, and so require one: the others verify a card, or store it. */
const CHARGING: ReadonlySet<string | undefined> = new Set(['AUTHORIZE', 'PURCHASE']);

/** @param operation a checkout's, or a request's `interaction.operation` */
export function isCharging(operation: string | undefined): boolean {
  return CHARGING.has(operation);
}
