/**
 * Exact decimal numbers: a BigInt of units and the number of digits after the point.
 *
 * @example decimal('12.50') // { units: 1250n, scale: 2 }
 */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

/**
 * A decimal number: `5`, `5.`, `.5`, `00.50`. The caller decides whether a sign is allowed. The interface's decimals
 * have no exponent.
 */
const DECIMAL = /^-?(?:[0-9]+\.?[0-9]*|\.[0-9]+)$/;

/** @returns the exact value, or undefined if the text is not a decimal number */
export function decimal(text: string): Decimal | undefined {
  if (!DECIMAL.test(text)) {
    return undefined;
  }
  const point = text.indexOf('.');
  return point < 0
    ? { units: BigInt(text), scale: 0 }
    : { units: BigInt(text.slice(0, point) + text.slice(point + 1)), scale: text.length - point - 1 };
}

/** An exponent in a JSON number or in a text: Java writes `1E+2`, Python `1e2`, and PHP `-0.0`. */
const WITH_EXPONENT = /^(-?)([0-9]*)(?:\.([0-9]*))?[eE]([+-]?[0-9]{1,2})$/;
const NEGATIVE_ZERO = /^-0*(?:\.0*)?$/;

/** Removes the exponent, and the sign of zero. Returns other text unchanged. */
export function withoutExponent(text: string): string {
  const found = WITH_EXPONENT.exec(text);
  if (found === null) {
    return NEGATIVE_ZERO.test(text) ? text.slice(1) : text;
  }
  const [, sign = '', whole = '', fraction = '', exponent = ''] = found;
  const digits = whole + fraction;
  const scale = fraction.length - Number(exponent);
  if (digits === '') {
    return text;
  }
  const units = BigInt(digits) * 10n ** BigInt(Math.max(-scale, 0));
  return decimalText({ units: sign === '' ? units : -units, scale: Math.max(scale, 0) });
}

/** Rounds to `places` digits after the point, halves away from zero. */
export function roundHalfUp(value: Decimal, places: number): Decimal {
  if (value.scale <= places) {
    return value;
  }
  const step = 10n ** BigInt(value.scale - places);
  const half = value.units < 0n ? -step / 2n : step / 2n;
  return { units: (value.units + half) / step, scale: places };
}

/** The shortest text of the same value: no leading or trailing zeros, no `-0`. `012.50` becomes `12.5`. */
export function decimalText({ units, scale }: Decimal): string {
  const fixed = fixedText(units, scale);
  return fixed.includes('.') ? fixed.replace(/\.?0+$/, '') : fixed;
}

/**
 * Returns the same as `decimalText`, but works on the text itself, because it runs for every amount of a request.
 *
 * @param text a decimal number
 */
export function shortestText(text: string): string {
  const sign = text.startsWith('-') ? 1 : 0;
  const point = text.indexOf('.');
  const wholeEnd = point < 0 ? text.length : point;
  let start: number = sign;
  while (start < wholeEnd - 1 && text[start] === '0') {
    start += 1;
  }
  let end = text.length;
  if (point >= 0) {
    while (end > point + 1 && text[end - 1] === '0') {
      end -= 1;
    }
    if (end === point + 1) {
      end = point;
    }
  }
  const digits = text.slice(start, end);
  const magnitude = digits === '' ? '0' : digits.startsWith('.') ? `0${digits}` : digits;
  return sign === 0 || magnitude === '0' ? magnitude : `-${magnitude}`;
}

/** `units` with exactly `scale` digits after the point: `fixedText(1250n, 2)` is `12.50`. */
export function fixedText(units: bigint, scale: number): string {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  if (scale === 0) {
    return sign + digits;
  }
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Powers of ten for the common case, in which the scales of two amounts differ by a few places. */
const POWERS_OF_TEN = Array.from({ length: 20 }, (_, exponent) => 10n ** BigInt(exponent));

/** Returns the units of a value at another scale. @param wanted at least the value's own scale */
export function atScale({ units, scale }: Decimal, wanted: number): bigint {
  if (wanted === scale) {
    return units;
  }
  return units * (POWERS_OF_TEN[wanted - scale] ?? 10n ** BigInt(wanted - scale));
}

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { units: atScale(a, scale) + atScale(b, scale), scale };
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale };
}

/** Returns a negative number, zero or a positive number, for use in a sort. */
export function compare(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale);
  const difference = atScale(a, scale) - atScale(b, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
