/** Short constructors of `FieldFact`, so that a table of rows reads like the document's table. */
import type { DecimalFact, EnumerationFact, FieldFact } from './field.ts';

/** @param samples values that follow a rule beyond the length, if the document has one */
export const string = (min: number, max: number, samples?: readonly string[]): FieldFact =>
  samples === undefined ? { kind: 'String', min, max } : { kind: 'String', min, max, samples };
export const ascii = (min: number, max: number): FieldFact => ({ kind: 'ASCII', min, max });
export const digits = (min: number, max: number): FieldFact => ({ kind: 'Digits', min, max });
export const digitsBetween = (from: bigint, to: bigint): FieldFact => ({ kind: 'DigitsBetween', from, to });
export const integer = (from: bigint, to: bigint): FieldFact => ({ kind: 'Integer', from, to });
export const alphanumeric = (min: number, max: number, extra = ''): FieldFact => ({
  kind: 'Alphanumeric',
  min,
  max,
  extra,
});
export const hex = (min: number, max: number): FieldFact => ({ kind: 'Hex', min, max });
export const base64 = (min: number, max: number): FieldFact => ({ kind: 'Base64', min, max });
export const base64Of = (...lengths: readonly number[]): FieldFact => ({ kind: 'Base64Of', lengths });
export const decimal = (bounds: Omit<DecimalFact, 'kind'>): FieldFact => ({ kind: 'Decimal', ...bounds });
export const oneOf = (...values: readonly string[]): EnumerationFact => ({ kind: 'Enumeration', values });

/** Some of the values; the document omits the others. */
export const someOf = (...values: readonly string[]): EnumerationFact => ({ kind: 'Enumeration', values, open: true });

/** @param forms values in which `*` stands for an upper-case brand name */
export const formedAs = (...forms: readonly string[]): EnumerationFact => ({ kind: 'Enumeration', values: [], forms });

export const BOOLEAN: FieldFact = { kind: 'Boolean' };
export const DATE: FieldFact = { kind: 'Date' };
export const TIME: FieldFact = { kind: 'Time' };
export const DATE_TIME: FieldFact = { kind: 'DateTime' };
export const URL: FieldFact = { kind: 'Url' };
export const EMAIL: FieldFact = { kind: 'Email' };
export const COUNTRY: FieldFact = { kind: 'Upper', length: 3, names: 'country' };
export const CURRENCY: FieldFact = { kind: 'Upper', length: 3, names: 'currency' };
export const AIRPORT: FieldFact = { kind: 'Upper', length: 3, names: 'airport' };
export const CARRIER_CODE: FieldFact = { kind: 'Regex', name: 'carrierCode' };

const AMOUNT_MAX = '1000000000000';
/** The largest count: an item's quantity, a risk provider's score. */
export const COUNT_MAX = 9_999_999_999_999_999n;

/** The document limits the decimal places of answers; requests are held to the same limit. */
const PLACES = { places: 3 } as const;

/** An amount in requests. The document bounds its characters, not its value. */
export const ASKED_AMOUNT = decimal({ characters: [1, 14], ...PLACES });
/** An amount in answers. */
export const ANSWERED_AMOUNT = decimal({ from: '0', to: AMOUNT_MAX, ...PLACES });
/** An amount with the same bounds on its value in requests and answers. */
export const BOUNDED_AMOUNT = decimal({ characters: [1, 14], from: '0', to: AMOUNT_MAX, ...PLACES });
/** A line item's amount: may be negative, and is a quotient with as many decimal places as fit. */
export const ASKED_ITEM_AMOUNT = decimal({ characters: [1, 14], signed: true });
export const ANSWERED_ITEM_AMOUNT = decimal({ from: `-${AMOUNT_MAX}`, to: AMOUNT_MAX, ...PLACES });
