/**
 * The interface's Decimal as a field type: amounts, rates and the like, in major units.
 *
 * @example decimalType({ characters: [1, 14] }).canonical('012.50') // '12.5'
 */
import { compare, type Decimal, decimal as exactly, shortestText } from './decimal.ts';
import {
  between,
  bounds,
  type Characters,
  lengths,
  type NumberType,
  textType,
  type WrittenAsNumber,
} from './field-types.ts';

/** The interface's largest amount, in major units. */
const DECIMAL_MAX = '1000000000000';
interface DecimalBounds {
  /** Length of the text in the request. */
  readonly characters?: Characters;
  /** True if `-` is allowed. */
  readonly negative?: boolean;
  /** The maximum. Without `min`, the minimum is its negative if `negative` is true, and otherwise 0. */
  readonly max?: string;
  readonly min?: string;
  /** The maximum number of digits after the point, not counting trailing zeros. */
  readonly places?: number;
}

export function decimalType(options: DecimalBounds = {}): NumberType {
  const { characters = [1, 14], negative = false, max = DECIMAL_MAX, places } = options;
  const { min = negative ? `-${max}` : '0' } = options;
  const [least, most] = [exactly(min)!, exactly(max)!];
  const range = `${min} to ${max}${places === undefined ? '' : `, at most ${places} digits after the point`}`;
  const plain = plainDecimal(min, max, places);
  const accepts = (text: string): boolean => {
    if (plain !== undefined && text.length <= characters[1] && plain.test(text)) {
      return true;
    }
    const value = text.length <= characters[1] ? exactly(text) : undefined;
    if (value === undefined || (!negative && text.startsWith('-'))) {
      return false;
    }
    if (places !== undefined && !hasPlaces(value, places)) {
      return false;
    }
    return compare(value, least) >= 0 && compare(value, most) <= 0;
  };
  return textType<WrittenAsNumber>('Decimal', `a decimal number of ${bounds(characters)}, ${range}`, accepts, {
    takesNumber: true,
    canonical: shortestText,
    answersNumber: true,
    keywords: {
      ...lengths(characters),
      pattern: `^${negative ? '-?' : ''}[0-9]*\\.?[0-9]*$`,
      ...between(min, max),
    },
  });
}

/** A pattern that accepts most amounts without BigInt arithmetic, because they are far from the bounds. */
function plainDecimal(min: string, max: string, places: number | undefined): RegExp | undefined {
  if (max !== DECIMAL_MAX || (min !== '0' && min !== `-${max}`)) {
    return undefined;
  }
  const fraction = places === undefined ? '[0-9]+' : `[0-9]{1,${places}}0*`;
  return new RegExp(`^${min === '0' ? '' : '-?'}[0-9]{1,12}(?:\\.${fraction})?$`);
}

/** True if a value has at most `places` digits after the point. */
function hasPlaces({ units, scale }: Decimal, places: number): boolean {
  return scale <= places || units % 10n ** BigInt(scale - places) === 0n;
}
