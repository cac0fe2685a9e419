/**
 * Formats decimals like `Intl.NumberFormat`, in a tenth of its time: the places of digits, separators and currency
 * depend only on the number of digits, so a format is asked once for each number of them.
 */

/** A text before some digits of the value. */
interface Part {
  readonly before: string;
  /** The digits, counted without the point. */
  readonly from: number;
  readonly to: number;
}

interface Pattern {
  readonly parts: readonly Part[];
  readonly end: string;
}

/** Longer values are rare. */
const WHOLE_DIGITS_MAX = 12;
const DECIMAL = /^(0|[1-9]\d*)(?:\.(\d+))?$/;

/**
 * @param format with exactly `places` digits after the point
 * @returns a function that formats as `format` does
 */
export function patternFormat(format: Intl.NumberFormat, places: number): (value: string) => string {
  const patterns: (Pattern | undefined)[] = [];
  return (value) => {
    const [, whole, fraction = ''] = DECIMAL.exec(value) ?? [];
    if (whole === undefined || whole.length > WHOLE_DIGITS_MAX || fraction.length > places) {
      return format.format(value as Intl.StringNumericLiteral);
    }
    patterns[whole.length] ??= patternOf(format, whole.length, places);
    return filled(patterns[whole.length]!, whole + fraction.padEnd(places, '0'));
  };
}

function patternOf(format: Intl.NumberFormat, wholeDigits: number, places: number): Pattern {
  const ones = `${'1'.repeat(wholeDigits)}.${'1'.repeat(places)}`;
  const texts = format.format(ones as Intl.StringNumericLiteral).split('1');
  const end = texts.at(-1) ?? '';
  const parts: Part[] = [];
  for (const [digit, before] of texts.slice(0, -1).entries()) {
    const last = parts.at(-1);
    if (last !== undefined && before === '') {
      parts[parts.length - 1] = { ...last, to: digit + 1 };
    } else {
      parts.push({ before, from: digit, to: digit + 1 });
    }
  }
  return { parts, end };
}

function filled({ parts, end }: Pattern, digits: string): string {
  let text = '';
  for (const { before, from, to } of parts) {
    text += before + digits.slice(from, to);
  }
  return text + end;
}
