/** Formats of data elements in EMV 3-D Secure. */
import type { ValueRules } from '../../description/facts.ts';

export const text = (max: number, min = 1): ValueRules => ({ type: 'string', min, max });
export const oneOf = (...values: readonly string[]): ValueRules => ({ type: 'string', values });
export const like = (pattern: string): ValueRules => ({ type: 'string', pattern: `^(?:${pattern})$` });
export const digits = (min: number, max: number = min): ValueRules => like(`\\d{${min},${max}}`);
export const group = (fields: NonNullable<ValueRules['fields']>): ValueRules => ({ type: 'object', fields });
export const must = (fact: ValueRules): ValueRules => ({ ...fact, required: true });

/** Codes of two digits from 01 to `last`. Those from 80 on are defined by directory servers. */
export function codes(last: number): ValueRules {
  const own = Array.from({ length: last }, (_, index) => `${index + 1}`.padStart(2, '0'));
  return like([...own, '[89]\\d'].join('|'));
}

export const YES_NO: ValueRules = oneOf('Y', 'N');
export const UUID: ValueRules = { type: 'string', format: 'uuid' };
export const BOOLEAN: ValueRules = { type: 'boolean' };
export const COUNTRY: ValueRules = digits(3);
export const CURRENCY: ValueRules = digits(3);
export const DATE: ValueRules = like('\\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])');
export const MINUTE: ValueRules = like('\\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])(?:[01]\\d|2[0-3])[0-5]\\d');
export const SECOND: ValueRules = like(
  '\\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])(?:[01]\\d|2[0-3])(?:[0-5]\\d){2}',
);
export const VERSION: ValueRules = like('\\d+\\.\\d+\\.\\d+');
/** An authentication value: 20 bytes in base64. */
export const AUTHENTICATION_VALUE: ValueRules = like('[A-Za-z0-9+/]{27}=');

const ADDRESS_PATTERN = '^https?://';

export const url = (max: number): ValueRules => ({ type: 'string', format: 'uri', pattern: ADDRESS_PATTERN, max });

export const PHONE: ValueRules = group({ cc: must(digits(1, 3)), subscriber: must(digits(1, 15)) });

const EXTENSIONS_MAX = 10;

export const EXTENSIONS: ValueRules = {
  type: 'array',
  max: EXTENSIONS_MAX,
  of: group({
    name: must(text(64)),
    id: must(text(64)),
    criticalityIndicator: must(BOOLEAN),
    data: must({ type: 'object' }),
  }),
};
