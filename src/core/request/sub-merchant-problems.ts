/**
 * The card networks' limits on a sub-merchant's trading name, which appears on the payer's statement. A name that the
 * network would truncate or refuse is refused here; the error states the allowed number of characters.
 */
import type { FieldProblem } from '../../contract/interface-error.ts';
import type { RequestFields } from '../../contract/request-fields.ts';

const TRADING_NAME = 'order.subMerchant.tradingName';

interface Limit {
  readonly charactersMax: number;
  /** The limit for a name that begins with the aggregator's name, followed by `*`. */
  readonly withAggregatorCharactersMax?: number;
}

/** By the card's brand; other brands have no limit. */
const LIMITS: ReadonlyMap<string, Limit> = new Map([
  ['MASTERCARD', { charactersMax: 21 }],
  ['AMEX', { charactersMax: 27, withAggregatorCharactersMax: 36 }],
]);

/**
 * @param brand the card's brand, as responses show it
 * @param aggregatorName the name in the merchant's profile, because the merchant is the aggregator of its sub-merchants
 */
export function subMerchantProblems(values: RequestFields, brand: string, aggregatorName: string): FieldProblem[] {
  const name = values.order?.subMerchant?.tradingName;
  const limit = LIMITS.get(brand);
  if (name === undefined || limit === undefined) {
    return [];
  }
  const { charactersMax, withAggregatorCharactersMax } = limit;
  const opening = `${aggregatorName}*`;
  const max = name.startsWith(opening) ? (withAggregatorCharactersMax ?? charactersMax) : charactersMax;
  if ([...name].length <= max) {
    return [];
  }
  const longer =
    withAggregatorCharactersMax === undefined ? '' : `, or ${withAggregatorCharactersMax} beginning with '${opening}'`;
  const explanation = `at most ${charactersMax} characters for a card of ${brand}${longer}`;
  return [{ field: TRADING_NAME, validationType: 'INVALID', explanation }];
}
