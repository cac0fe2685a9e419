/** Amounts in reais: centavos as text in the ledger, two decimals in messages. */

/** @returns centavos, or undefined for a text that is not an amount above zero */
export function centavosOf(text: string): string | undefined {
  const [, whole = '', fraction = ''] = /^(\d{1,10})\.(\d{2})$/.exec(text) ?? [];
  const cents = whole === '' ? 0n : BigInt(whole + fraction);
  return cents > 0n ? `${cents}` : undefined;
}

/** @example centavosText('1250') // '12.50' */
export function centavosText(cents: string): string {
  const text = cents.padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
}
