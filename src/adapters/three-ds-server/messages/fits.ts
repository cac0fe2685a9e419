/** Validates a single text against a field's type. */
import { isIP } from 'node:net';
import { isCalendarDate } from '../../../contract/calendar-types.ts';
import { isLengthWithin } from '../../../contract/field-types.ts';
import type { DateForm, MessageFieldType } from './field-types.ts';

type TextType = Exclude<
  MessageFieldType,
  { readonly kind: 'boolean' | 'true' | 'json' | 'object' | 'list' | 'byVersion' }
>;

const COMMON = /^[ -~]+$/;
const DIGITS = /^[0-9]+$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const VERSION = /^[0-9]{1,2}\.[0-9]{1,2}\.[0-9]{1,2}$/;
const JWS = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;
const TIME_ZONE = /^[+-]?[0-9]{1,4}$/;
const EMAIL = /^[^\s@]+@[^\s@]+$/;
const RESERVED_CODE = /^[89][0-9]$/;
/** 20 bytes in Base64 (RFC 2045), 28 characters. */
const AUTHENTICATION_VALUE = /^[A-Za-z0-9+/]{26}(?:[A-Za-z0-9+/]{2}|[A-Za-z0-9+/]=|==)$/;
const IP_CHARACTERS_MAX = 45;
/** Table A.5 of the specification: excluded numbers, which are not countries. */
const NO_COUNTRY = { from: 901, to: 999 };
/**
 * Table A.5 of the specification: excluded currency codes of metals, bond markets and tests, and the code for no
 * currency.
 */
const NO_CURRENCIES = new Set(['955', '956', '957', '958', '959', '960', '961', '962', '963', '964', '999']);

export function fits(value: string, type: TextType): boolean {
  switch (type.kind) {
    case 'text':
      return value.length >= type.min && isLengthWithin(value, [0, type.max]);
    case 'commonText':
      return COMMON.test(value) && value.length >= type.min && value.length <= type.max;
    case 'digits':
      return DIGITS.test(value) && value.length >= type.min && value.length <= type.max;
    case 'number':
      return isNumberWithin(value, type);
    case 'code':
      return type.values.includes(value) || (type.reserved && RESERVED_CODE.test(value));
    case 'date':
      return isDate(value, type.form);
    case 'authenticationValue':
      return AUTHENTICATION_VALUE.test(value);
    case 'country':
    case 'currency':
      return value.length === 3 && DIGITS.test(value);
    case 'email':
      return EMAIL.test(value) && isLengthWithin(value, [3, type.max]);
    case 'ip':
      return value.length <= IP_CHARACTERS_MAX && isIP(value) !== 0;
    case 'jws':
      return value.length <= type.max && JWS.test(value);
    case 'timeZone':
      return TIME_ZONE.test(value);
    case 'url':
      return isLengthWithin(value, [1, type.max]) && isSafeUrl(value);
    case 'uuid':
      return UUID.test(value);
    case 'version':
      return VERSION.test(value);
  }
}

/** True if the specification excludes a well-formed country or currency code (error code 304). */
export function isExcludedCode(value: string, kind: 'country' | 'currency'): boolean {
  return kind === 'currency'
    ? NO_CURRENCIES.has(value)
    : Number(value) >= NO_COUNTRY.from && Number(value) <= NO_COUNTRY.to;
}

/**
 * True for an https URL, and for a URL on this machine, as sandboxes have. The payer's browser is sent to the URL, so
 * others, such as `javascript:`, are refused.
 */
function isSafeUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') {
    return false;
  }
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

function isNumberWithin(value: string, type: Extract<MessageFieldType, { readonly kind: 'number' }>): boolean {
  const { min, max, from, to } = type;
  const isDigits = DIGITS.test(value) && value.length >= min && value.length <= max;
  return isDigits && Number(value) >= from && Number(value) <= to;
}

const CENTURY = '20';
const YEAR_MIN = '1000';
/** Hour, minute and second; the date form may have fewer of them. */
const TIME = /^(?:(?:[01][0-9]|2[0-3])(?:[0-5][0-9]){0,2})?$/;

function isDate(value: string, form: DateForm): boolean {
  if (value.length !== form.length || !DIGITS.test(value)) {
    return false;
  }
  const whole = form === 'YYMM' ? `${CENTURY}${value}01` : value;
  const [year, month, day] = [whole.slice(0, 4), whole.slice(4, 6), whole.slice(6, 8)];
  return year >= YEAR_MIN && isCalendarDate(`${year}-${month}-${day}`) && TIME.test(whole.slice(8));
}
