/**
 * Validates money read back from disk: a lost digit or an unknown currency would cause a wrong response, or a wrong
 * message to the acquirer. The pattern and the look-up cost far less than the parsing around them.
 */
import { InvariantError } from '../../../contract/invariant.ts';
import { currencyOf } from '../../../contract/money.ts';

/**
 * An amount in minor units. The largest amount of the interface has 17 digits, of which four are decimals, and a total
 * is the sum of at most a thousand amounts.
 */
const MINOR_UNITS = /^(?:0|[1-9][0-9]{0,19})$/;

/**
 * @param record the name of the record for the error, such as `order 12`
 * @throws InvariantError that names the record and the member, but not the stored value
 */
export function checkedAmount(text: unknown, member: string, record: string): bigint {
  if (typeof text !== 'string' || !MINOR_UNITS.test(text)) {
    throw new InvariantError(`${member} of ${record} is no amount as it is stored`);
  }
  return BigInt(text);
}

/** @throws InvariantError that names the record, but not the stored value */
export function checkedCurrency(code: unknown, record: string): string {
  if (typeof code !== 'string' || currencyOf(code) === undefined) {
    throw new InvariantError(`the currency of ${record} is unknown as it is stored`);
  }
  return code;
}
