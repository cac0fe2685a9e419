/** IBANs (ISO 13616). */

/** Digits of an account number, by country. */
const ACCOUNT_DIGITS: Readonly<Record<string, number>> = { DE: 10, NL: 10, AT: 11, BE: 9 };

/** @param number the account number */
export function ibanOf(country: string, bankCode: string, number: number): string {
  const bban = bankCode + `${number}`.padStart(ACCOUNT_DIGITS[country] ?? 10, '0');
  const check = 98n - remainder(`${bban}${country}00`);
  return `${country}${`${check}`.padStart(2, '0')}${bban}`;
}

export function isIban(text: string): boolean {
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text) && remainder(text.slice(4) + text.slice(0, 4)) === 1n;
}

/** ISO 7064, modulo 97. A letter counts as a number from 10 to 35. */
function remainder(text: string): bigint {
  return BigInt(text.replace(/[A-Z]/g, (letter) => `${letter.charCodeAt(0) - 55}`)) % 97n;
}
