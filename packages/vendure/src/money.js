/** Amounts of Vendure and of the gateway. Vendure counts all currencies in the same fraction, 1/100 by default. */
import { decimalsOf } from './currency-decimals.js';

/**
 * @param {number} amount in Vendure's units
 * @param {string} currency ISO 4217
 * @param {number} precision the decimals of Vendure's units, from its MoneyStrategy
 * @returns {string} a decimal text such as `12.50`
 * @throws {RangeError} if the currency has no unit as small as the amount
 */
export function toGateway(amount, currency, precision) {
  const decimals = decimalsOf(currency);
  const digits = String(amount).padStart(precision + 1, '0');
  const whole = digits.slice(0, digits.length - precision);
  const fraction = digits.slice(digits.length - precision);
  if (!/^\d+$/.test(digits) || /[1-9]/.test(fraction.slice(decimals))) {
    throw new RangeError(`${currency} has no amount of ${amount}/${10 ** precision}.`);
  }
  return decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals).padEnd(decimals, '0')}`;
}

/**
 * @param {number} amount as the gateway writes it, in major units
 * @param {number} precision the decimals of Vendure's units
 * @returns {number} in Vendure's units
 */
export function fromGateway(amount, precision) {
  return Math.round(amount * 10 ** precision);
}
